-- `user_version` says which migrations a store has. Earlier Galleys also kept their names.

DROP TABLE IF EXISTS grdb_migrations;
