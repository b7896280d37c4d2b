"""Run the set-up wizard: look at lists, write the set-up, make the paper. No Qt."""
