"""Paints a sheet: page by page, on a printer, into a PDF or on a screen."""
