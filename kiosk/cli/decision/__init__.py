"""`kiosk decision`: what a director decides, on the command line."""
