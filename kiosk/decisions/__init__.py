"""What a director decides on a ruling, and the evidence it is decided by.

Forms come from the rule set, are worked out by pure files and recorded by `actions`. A decision refers to a
ruling and never changes one.

Open to other folders: actions case_actions evidence_actions evidence_command evidence_sheet forms opinions
outcome reveal_actions reveal_command
"""
