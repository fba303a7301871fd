"""What a person can type after `taphouse`. One module a command."""
