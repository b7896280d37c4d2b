"""Practice for one player: challenge or accept. Pure; only here is anything said of single words, and nothing
the station loads imports this package."""
