"""Values that everybody uses: frozen classes, machines, fields of files, pages, the clock.

Pure, and under every other folder: what stands here knows nothing of words, logs or stations.

Open to other folders: canonical clock fields frozen machine page printable recordable schedule wire
"""
