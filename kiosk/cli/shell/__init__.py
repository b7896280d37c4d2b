"""What every command shares with the shell it runs in: streams, help, tables, completion."""
