"""All records of one or several logs in memory, and what a console asks of them."""
