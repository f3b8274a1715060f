"""Who is listened to: whom the host hasn't blocked, and who asks no faster than one can play."""
