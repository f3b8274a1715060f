"""The daily challenge: its deals, dates, posts, standings and streaks."""
