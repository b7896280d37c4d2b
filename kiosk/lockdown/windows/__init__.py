"""Windows: guards, and the keyboard hook in a process of its own."""
