"""How a report looks, on a screen and on A4 paper. Kept apart so that the report reads as what it says."""

STYLE = """
@page { size: A4 portrait; margin: 14mm 14mm 16mm }
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #16202a;
  font: 11pt/1.4 "Segoe UI", "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
main { max-width: 190mm; margin: 0 auto; padding: 10mm 6mm }
@media print { main { padding: 0; max-width: none } body { font-size: 9.5pt } }
header { border-bottom: 3px solid #0b4a86; padding-bottom: 8px; margin-bottom: 14px }
.kicker { text-transform: uppercase; letter-spacing: .12em; font-size: .75em; color: #0b4a86; margin: 0;
  font-weight: 600 }
h1 { font-size: 2em; line-height: 1.15; margin: .1em 0 .15em; text-wrap: balance }
h2 { font-size: 1.15em; margin: 0 0 .35em; break-after: avoid }
h3 { font-size: 1em; margin: .2em 0; break-after: avoid }
h2 + p, figcaption, thead, .key { break-after: avoid }
tbody tr:first-child, tbody tr:nth-child(2) { break-before: avoid }
p { margin: .2em 0 }
.scope { font-size: 1.1em }
.quiet, small { color: #4b5966 }
section { margin: 0 0 18px }
section, figure, .box, tr { break-inside: avoid }
section:has(table), section:has(figure + figure) { break-inside: auto }
.pair { break-inside: auto }
.numbers span { white-space: nowrap }
.plain { background: #c9d1d8 }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 10px; margin-bottom: 8px }
.box { border: 1px solid #c9d1d8; border-radius: 6px; padding: 8px 10px; display: flex;
  flex-direction: column }
.box b { font-size: 1.9em; line-height: 1.1; font-variant-numeric: tabular-nums }
.box span { font-weight: 600 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 18px }
figure { margin: 4px 0 }
figcaption { font-weight: 600; font-size: .95em }
svg { width: 100%; height: auto; display: block }
svg text { font-family: inherit; font-variant-numeric: tabular-nums }
.key { font-size: .9em }
.key i { display: inline-block; width: 1.3em; height: .8em; margin: 0 .2em 0 .6em; vertical-align: -.05em }
.key i:first-child { margin-left: 0 }
.key span { margin-left: .8em }
.solid { background: #0b4a86 }
.hatched { background: repeating-linear-gradient(45deg, #7a4a00 0 2px, #f2a93b 2px 6px) }
table { border-collapse: collapse; width: 100%; font-size: .92em }
thead { display: table-header-group }
th { text-align: left; border-bottom: 2px solid #16202a; padding: 3px 8px 3px 0 }
td { border-bottom: 1px solid #dde3e8; padding: 3px 8px 3px 0; vertical-align: top; overflow-wrap: anywhere }
.words { letter-spacing: .05em; font-weight: 600 }
.count { text-align: right; white-space: nowrap; color: #4b5966 }
.numbers { width: 45%; font-variant-numeric: tabular-nums }
.time { white-space: nowrap; font-variant-numeric: tabular-nums }
.note { border-left: 4px solid #f2a93b; padding: 4px 10px; background: #fff7e8 }
footer { border: 2px solid #0b4a86; border-radius: 6px; padding: 8px 12px; break-inside: avoid }
footer.unsound { border: 4px double #16202a; background: #fff0d0 }
footer p { overflow-wrap: anywhere }
"""
