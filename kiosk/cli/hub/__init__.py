"""`kiosk hub`: many stations."""
