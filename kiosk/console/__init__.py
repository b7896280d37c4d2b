"""The director's console: its pages and its machine, and the processes that read and work for it.

`machine` decides, `run` carries out, `window` draws; `reader_worker` and `worker` are processes of their
own, so that no question of a director's holds a station up.

Open to other folders: program reader_worker
"""
