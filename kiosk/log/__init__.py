"""The log: what it holds, how it is written, read, verified, reported and handed out.

Pure files say what a record is (`kinds`, `bodies`, `chain`); `writer` alone adds one, and alone makes a
`LoggedRuling`; readers check the hash of all they show.

Open to other folders: alerts audit_actions bodies body brief brief_reader chain chores_run copies_reader
copy_worker events_reader export_actions export_writer facts filters filters_command filters_reader forms
guesses history kinds late_writer list_actions merge_store merged_reader placed_actions query_reader
reader receipt receipts_store report_actions schema show_actions sources sources_reader standing_reader
store totals verify_actions writer
"""
