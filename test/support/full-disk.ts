// Loaded into the product by tests (`node --import`). While the file FULL_DISK exists, the database
// cannot grow by another page, as on a full disk.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const { exec } = DatabaseSync.prototype;
const file = process.env.FULL_DISK ?? '';

// SQLite raises any smaller limit to the database's current size.
const maxPages = () => (existsSync(file) ? 1 : 2 ** 31);

if (file !== '') {
  DatabaseSync.prototype.exec = function (sql) {
    if (/^begin/i.test(sql)) exec.call(this, `PRAGMA max_page_count = ${maxPages()}`);
    exec.call(this, sql);
  };
}
