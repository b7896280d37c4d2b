"""One module a screen. Each draws all of a `Page` and knows nothing of states or rules."""
