"""What people can do, a module a subject. A handler takes a scene and answers with a reply."""
