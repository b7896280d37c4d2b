"""Many stations: PostgreSQL collects and witnesses their logs. The only package that knows a network."""
