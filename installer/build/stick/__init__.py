"""The boot stick: one image that starts any PC as a locked station, made without loop devices."""
