// Writes items until it is killed, and records in a file of the folder which writes were
// acknowledged: `store-process.ts <folder> <life>`.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { putNewItem, updateItem } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { openDatabase } from '#lib/local/database.ts';

const things: TableSpec = {
  name: 'things',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { by_state: { partition: 'tenant_id', sort: 'state', keysOnly: true } },
};

const [folder = '', life = ''] = process.argv.slice(2);
const db = openDatabase({
  path: join(folder, 'database.db'),
  tables: [things],
  cursorKey: () => '',
});
const itemExists = { text: 'attribute_exists(#id)', names: { '#id': '_id' } };

/** Creates and changes an item; its two halves and the index must agree at all times. */
const write = async (n: number): Promise<string> => {
  const key = { tenant_id: 'org_1', _id: `${life}_${String(n).padStart(6, '0')}` };
  const text = 'x'.repeat(n % 3000);
  await putNewItem(db, things, { ...key, state: 'made', left: 'made', text, right: 'made' });
  if (n % 2 === 0) return `${key._id} made\n`;
  const halves = (['state', 'left', 'right'] as const).map((name) => [[name], 'changed'] as const);
  await updateItem(db, things, key, halves, itemExists);
  return `${key._id} changed\n`;
};

for (let first = 0; ; first += 20) {
  const turns = Array.from({ length: 20 }, (_, n) => write(first + n));
  appendFileSync(join(folder, 'answered'), (await Promise.all(turns)).join(''));
  if (first === 400) process.stdout.write('400 written\n');
}
