"""How a sheet looks in a browser and on its paper. Kept apart so that the page reads as what it says."""

STYLE = """
@page { margin: 14mm 14mm 16mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font-size: 8pt } }
html { font-size: 9.5pt; line-height: 1.28 }
main { padding-right: .4mm }
main > * { margin: 0 0 1.7mm }
.title { border-bottom: 1.5pt solid #000; padding-bottom: 1.5mm; margin-bottom: 3mm }
.kicker { font-size: 8.5pt; font-weight: 700 }
h1 { font-size: 20pt; line-height: 1.1; overflow-wrap: anywhere }
h2 { font-size: 11.5pt; margin: 3.6mm 0 .9mm; break-after: avoid }
p, td, dd, figcaption { overflow-wrap: anywhere }
.small { font-size: 8pt; color: #333 }
.notice { border: 2pt solid #000; padding: 2mm 3mm; font-size: 11pt; font-weight: 700; break-inside: avoid }
dl { display: grid; grid-template-columns: 38mm 1fr; gap: .6mm 3mm }
dt { font-weight: 700 } dd { margin: 0 }
.verdict { display: flex; align-items: center; gap: 5mm; break-inside: avoid }
.verdict svg { flex: none; width: 19mm; height: 19mm }
.verdict b { display: block; font-size: 24pt; line-height: 1.05 }
.verdict .play { font-size: 15pt; font-weight: 700; letter-spacing: .05em; overflow-wrap: anywhere }
.verdict .play span { margin-right: 1.2em }
.figures { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 3mm; break-inside: avoid }
.figures div { border: .6pt solid #000; padding: 2mm 2.5mm }
.figures b { display: block; font-size: 19pt; line-height: 1.1 }
.figures small { display: block; font-size: 8pt; color: #333 }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: 8.8pt }
thead { display: table-header-group }
tr { break-inside: avoid }
th { text-align: left; border-bottom: 1pt solid #000; vertical-align: bottom }
th, td { padding: .7mm 2mm .7mm 0 }
td { border-bottom: .4pt solid #aaa; vertical-align: top }
.right { text-align: right; padding-right: 4mm }
.strong, .marked td { font-weight: 700 }
.marked td { border-top: 1pt solid #000; border-bottom: 1pt solid #000 }
.hashes { display: flex; gap: 5mm; justify-content: space-between; break-inside: avoid }
.hashes p { margin-bottom: .6mm }
.hashes .qr { flex-direction: column; width: 34mm; align-items: flex-start; gap: 1.5mm }
.hashes b { display: block; font-size: 8pt }
.hashes code { font-size: 8.5pt; overflow-wrap: anywhere;
  font-family: "Atkinson Hyperlegible Mono", "DejaVu Sans Mono", monospace }
figure { break-inside: avoid }
figcaption { font-weight: 700 }
svg { display: block; width: 100%; height: auto }
.qr { display: flex; align-items: center; gap: 4mm; break-inside: avoid }
.qr svg { width: 24mm; height: 24mm; flex: none }
.sign { display: flex; gap: 10mm; margin-top: 14mm; break-inside: avoid }
.sign span { flex: 1; border-top: .6pt solid #000; padding-top: .8mm; font-size: 8.5pt }
.break { break-before: page; height: 0 }
footer { margin-top: 3mm; border-top: .4pt solid #000; padding-top: 1mm; font-size: 8pt; color: #333 }
"""
