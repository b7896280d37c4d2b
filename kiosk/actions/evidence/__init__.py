"""What a director can do about one challenge: have it on one page, report it, have its words revealed."""
