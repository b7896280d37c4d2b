"""What a record is, how records are chained, and what they say of the station."""
