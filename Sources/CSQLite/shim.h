// SQLite (libsqlite3-dev). Swift cannot call variadic C functions, nor use the macro SQLITE_TRANSIENT.
#pragma once
#include <sqlite3.h>

// “"word"” is always a name and never a text.
static inline int galley_sqlite_refuse_quoted_texts(sqlite3 *database) {
    int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
    return code == SQLITE_OK ? sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0) : code;
}

// SQLite copies the bytes.
static inline int galley_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// SQLite copies the bytes. A BLOB without bytes needs a pointer, too: NULL would be NULL.
static inline int galley_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT);
}

// SQLite copies the bytes.
static inline void galley_sqlite_result_text(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
    sqlite3_result_text64(context, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
