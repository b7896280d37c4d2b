"""The adjudicator's desk: staff rule from slips by keys, or with one command (`kiosk judge`).

It rules by the same path as a station: recorded, then shown; only TAB on a whole slip rules.

Open to other folders: nothing
"""
