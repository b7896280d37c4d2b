"""Challenge Kiosk: one play, one verdict, one durable record."""

__version__ = "0.1.0"
