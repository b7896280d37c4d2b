"""The station: one challenge, from the first key to the verdict.

Each state answers for itself (`states` says what; `idle`, `entry`, `verdict`, `choices`, `closed`),
`machine` says how they work together. `station` settles events with the log, `run` holds it all for one
start, `window` draws; status and self-test look at it from outside. No verdict is shown that the log has not
recorded.

Open to other folders: backdrop_program choices closed closed_store entry entry_paint events frame_paint
idle machine notice_paint opening_run paint run start states station status_actions verdict
window wording
"""
