"""The adjudicator's desk: one judge, slip after slip, as a machine that knows neither screen nor file."""
