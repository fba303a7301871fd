"""The whole house in virtual time: real nodes, tables and rules; modelled network, disk, NATS and players."""
