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

// The functions of FTS5; NULL when this SQLite was built without it. See https://www.sqlite.org/fts5.html#extending_fts5.
static inline fts5_api *galley_sqlite_fts5(sqlite3 *database) {
    fts5_api *found = (fts5_api *)0;
    sqlite3_stmt *statement = (sqlite3_stmt *)0;
    if (sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, (const char **)0) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, (void *)&found, "fts5_api_ptr", (void (*)(void *))0);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return found;
}
