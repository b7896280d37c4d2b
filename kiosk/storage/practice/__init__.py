"""What is for practice only: nothing the station loads imports this package."""
