"""What stands behind the director's log view: a reader that answers questions, in a process of its own."""
