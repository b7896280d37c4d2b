"""One value for each kind of record: what it says, and under which names."""
