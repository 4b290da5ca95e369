"""What several commands share. No command is defined here."""
