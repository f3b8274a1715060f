"""Pictures of the real messages, for the documents and for looking at: ``make pictures``.

A scene plays games through the real bot over a platform kept in memory; the messages it left are
set in a page like the platform's own, and Chromium takes the picture. Needs ``chromium``.
"""
