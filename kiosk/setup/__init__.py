"""How a station is set up: settings, divisions, passcodes, and who may change them.

`settings` is kiosk.toml as a value; `staff_actions` is the door through which every act that writes goes.

Open to other folders: access_store actions code division_store divisions integrity passcodes read_back
settings staff_actions store
"""
