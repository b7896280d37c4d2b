"""The Windows installer: made from the bundle by NSIS."""
