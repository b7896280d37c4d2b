"""Everything on paper: sheets, cards, slips, and how they are written, painted and printed.

A sheet is a value; `text`, `html` and `paint` write the same one.

Open to other folders: actions command docket html paint printer_actions program sheet tables text
"""
