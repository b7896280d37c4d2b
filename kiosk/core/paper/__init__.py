"""Paper for the tables: the station card, challenge slips, the sheet on which a log's end is witnessed."""
