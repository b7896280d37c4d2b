"""What practice and its history agree on: answers and cards, as values. Nothing the station loads imports
this package."""
