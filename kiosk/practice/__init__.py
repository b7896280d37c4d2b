"""Practice at home and the rehearsal: for players, apart from everything that rules.

The one folder in which anything is said of single words. The station reaches none of it.

Open to other folders: rehearsal_program rehearsal_run
"""
