"""Commands that open a window besides the station's."""
