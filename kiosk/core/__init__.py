"""The rules, as pure functions over frozen values: no Qt, files, clock, randomness or logging."""
