#include <sqlite3.h>

/// Makes a word in double quotes a name and nothing else, which is no column if there is none: SQLite
/// would else take it for a text without a word. (Swift cannot call functions with `...`.)
static inline int csqlite_refuse_double_quoted_texts(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}
