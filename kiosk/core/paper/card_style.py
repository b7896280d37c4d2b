"""How the station card looks: the screen's shapes for roles and verdicts, black on white."""

STYLE = """
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 6mm;
  border-bottom: 3pt solid #000; padding-bottom: 1.5mm }
header p { font-size: 10.5pt }
h1 { font-size: 28pt; line-height: 1; letter-spacing: -.3pt; text-transform: uppercase }
header > div { flex: 1 1 0 }
.by { text-align: right }
header .used { font-size: 20pt; line-height: 1; font-weight: 700 }
header .named { font-weight: 700; max-width: 90mm }
header .draft { border: 1.5pt solid #000; padding: .5mm 3mm; text-align: center; font-size: 8pt }
.draft b { display: block; font-size: 20pt; line-height: 1; letter-spacing: 3pt }
.warning { margin-top: 1.5mm; border: 1.5pt dashed #000; padding: .6mm 3mm; font-weight: 700 }
h2 { font-size: 10pt; line-height: 1; margin: 2.3mm 0 .8mm }
.time { display: grid; grid-template-columns: 17mm 1fr 20mm; gap: 0 3mm; align-items: start;
  border-bottom: .5pt solid #999; padding: 1.4mm 0 }
.time h2 { font-size: 11pt; margin: 0; line-height: 1.1 }
.time p { font-size: 9.2pt; line-height: 1.2 }
.steps h2 { margin: 1.6mm 0 .3mm }
.step { display: grid; grid-template-columns: 7mm 40mm 1fr 20mm; gap: 0 2.5mm; align-items: center;
  padding: .35mm 0; break-inside: avoid }
.number { font-size: 15pt; line-height: 1; text-align: right }
.who { position: relative; font-weight: 700; font-size: 11.5pt; line-height: 6.4mm; height: 6.4mm;
  padding-left: 2.5mm; white-space: nowrap }
.who svg { position: absolute; left: 0; top: 0; width: 100%; height: 100% }
.who span { position: relative }
.filled { color: #fff }
.open path { fill: #fff; stroke: #000; stroke-width: 1.2pt; vector-effect: non-scaling-stroke }
.what { font-size: 13.2pt; line-height: 1.1 }
.what kbd { font-size: 11pt; padding: 0 1.4mm }
.row { display: grid; grid-template-columns: 1fr 20mm; gap: 0 3mm; align-items: baseline;
  break-inside: avoid }
.row.note { grid-template-columns: 44mm 1fr 20mm; padding: .35mm 0; border-top: .4pt solid #bbb;
  font-size: 9.2pt; line-height: 1.18 }
.verdicts { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; margin-bottom: 1.5mm }
.verdicts.long { grid-template-columns: 3fr 2fr }
.verdicts > div { border: 1.5pt solid #000; border-radius: 1.5mm; padding: 1.6mm 2mm 1.6mm 2.5mm;
  break-inside: avoid }
.verdicts .yes { border-left: 5pt solid #003b73 }
.verdicts .no { border-left: 5pt solid #ffb52e }
.verdicts h3 { font-size: 15pt; line-height: 1; display: flex; align-items: center; gap: 2mm;
  margin-bottom: 1mm }
.verdicts h3 svg { width: 6.5mm; height: 6.5mm }
.verdicts .row { grid-template-columns: 1fr 14mm; gap: 0 2mm; font-size: 11.5pt; line-height: 1.18 }
.verdicts .small { font-size: 9pt; margin-top: .6mm }
.code { margin-top: 2mm; border-top: 1.5pt solid #000; padding-top: 1.2mm; font-size: 10pt }
.aloud { font-size: 11.8pt; line-height: 1.25; border-left: 3pt solid #000; padding-left: 4mm }
.roomy .what { font-size: 14.5pt }
.roomy .step { padding: .75mm 0 }
.roomy .time p { font-size: 10pt }
.roomy .verdicts .row { font-size: 12pt }
.roomy .row.note { padding: .5mm 0 }
.large .what { font-size: 16pt }
.large .step { padding: .8mm 0 }
.large .number { font-size: 18pt }
.large .who { font-size: 13pt; line-height: 7.6mm; height: 7.6mm }
.large .time p { font-size: 11pt }
.large .verdicts .row { font-size: 13pt }
.large .row.note { font-size: 10.5pt; padding: .8mm 0 }
.large > h2, .large .steps h2 { font-size: 11.5pt; margin-top: 4mm }
.back .row.note { grid-template-columns: 29mm 1fr 20mm; gap: 0 2.5mm; font-size: 9pt; line-height: 1.15 }
ul { columns: 2; column-gap: 8mm; list-style: none; margin: 0; padding: 0 }
li { display: grid; grid-template-columns: 4.5mm 1fr 17mm; gap: 0 1mm; align-items: baseline;
  padding: .35mm 0; break-inside: avoid; font-size: 9.2pt; line-height: 1.18 }
li i { width: 2.6mm; height: 2.6mm; border: .8pt solid #000 }
footer { margin-top: 2.5mm; font-size: 6.5pt; color: #555 }
"""

FLAG = (
    '<svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">'
    '<path d="M.6 .6H93L99.4 10L93 19.4H.6Z"/></svg>'
)
ACCEPTABLE_SIGN = (
    '<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="10" fill="#003b73"/>'
    '<path d="M5 10.5L8.6 14L15 6.5" fill="none" stroke="#fff" stroke-width="2.4"/></svg>'
)
UNACCEPTABLE_SIGN = (
    '<svg viewBox="0 0 20 20" aria-hidden="true">'
    '<path d="M6 .5H14L19.5 6V14L14 19.5H6L.5 14V6Z" fill="#ffc457" stroke="#000"/>'
    '<path d="M6 6L14 14M14 6L6 14" fill="none" stroke="#000" stroke-width="2.4"/></svg>'
)
