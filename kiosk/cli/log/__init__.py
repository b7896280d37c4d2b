"""`kiosk log` and its commands."""
