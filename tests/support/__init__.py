"""What the tests stand on: fakes, samples, a private screen, the program as a process. No tests in here."""
