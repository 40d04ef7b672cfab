// Loaded into the product by tests (`node --import`). While the file FULL_DISK exists its database
// gets no further page, as on a full disk.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const { exec } = DatabaseSync.prototype;
const file = process.env.FULL_DISK ?? '';

// SQLite takes the size that the database has for any that is smaller.
const mostPages = () => (existsSync(file) ? 1 : 2 ** 31);

if (file !== '') {
  DatabaseSync.prototype.exec = function (sql) {
    if (/^begin/i.test(sql)) exec.call(this, `PRAGMA max_page_count = ${mostPages()}`);
    exec.call(this, sql);
  };
}
