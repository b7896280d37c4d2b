"""Run the director's console: let its user in, read the station, carry out what was ordered. No Qt."""
