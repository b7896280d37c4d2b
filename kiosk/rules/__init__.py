"""Rule sets as data: what each rulebook says about challenges, clause by clause.

`ruleset` is one as a value, `store` reads it from `resources/rulesets/`, `ruling` adjudicates a play:
always all words, never which one.

Open to other folders: choices penalties points ruleset ruling store
"""
