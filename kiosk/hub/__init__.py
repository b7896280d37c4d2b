"""Many stations, one picture: a hub on PostgreSQL, and everything that reaches it.

No station imports it: pushing is a process of its own. The only folder that knows a network.

Open to other folders: mirror_actions mirror_run mirror_store options
"""
