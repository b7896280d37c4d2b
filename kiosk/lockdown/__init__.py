"""The only code that touches the desktop: guards that engage, prove themselves and give back."""
