"""The station: one challenge, from the first key to the verdict.

`states` and `machine` decide, `station` settles events with the log, `run` holds it all for one start,
`window` draws. No verdict is shown that the log has not recorded.

Open to other folders: backdrop_program closing entry frame_paint machine opening_run pages paint run
screens start states station watch window wording
"""
