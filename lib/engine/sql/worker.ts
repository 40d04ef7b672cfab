// The thread of one database (`sql.ts`): it holds rows of one organisation and ends with them.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { sqlCodes, type SqlOptions } from '#lib/domain/inventory/sql.ts';
import { copied } from './copied.ts';
import { makeEmpty, openEmpty, reader } from './empty.ts';
import type { Answered, Asked, Begun, CompiledPostgres, ThreadStart } from './messages.ts';
import { columnsOf, inRows, jsonOf } from './values.ts';

/** Node's types lack it, and those of browsers do not apply here. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<CompiledPostgres> };

const { files, postgres }: ThreadStart = workerData;

const begin = async () => {
  const compiled =
    typeof postgres === 'string' ? await WebAssembly.compile(await readFile(postgres)) : undefined;
  const begun: Begun = { ready: true, ...(compiled && { postgres: compiled }) };
  const module = compiled ?? postgres;
  if (files) return { database: await openEmpty(files, module), begun };
  const { database, files: made } = await makeEmpty(module);
  return { database, begun: { ...begun, files: made } };
};

const { database, begun } = await begin();

/** The number of rows in one fetch. */
const step = 500;

/** Fetches from the cursor until there are no more rows, or `mostRows` were fetched. */
const fetchAll = async (mostRows: number, most: number): Promise<Answered> => {
  const parts: string[] = [];
  let [size, count]: [number, number] = [0, 0];
  for (;;) {
    const fetched = await database.query<unknown[]>(`fetch ${step} from answer`, [], inRows);
    const { rows, fields } = fetched;
    const columns = columnsOf(fields.map(({ name }) => name));
    const kept = rows.slice(0, mostRows - count);
    const text = jsonOf(columns, kept).slice(1, -1);
    size += text.length;
    count += kept.length;
    if (size > most) {
      const message = 'The query returns too much data. Add a limit.';
      return { error: { code: sqlCodes.tooMuch, message } };
    }
    if (kept.length > 0) parts.push(text);
    const truncated = kept.length < rows.length;
    if (truncated || rows.length < step) {
      return { columns, json: `[${parts.join(',')}]`, truncated };
    }
  }
};

/** Declaring a cursor makes Postgres accept only one SELECT, and nothing that writes or sets. */
const ask = async (
  sql: string,
  { values = [], skip = 0, rows = Infinity }: SqlOptions,
  most: number,
): Promise<Answered> => {
  await database.exec(
    `begin read only; set local role ${reader}; set local cursor_tuple_fraction = 1`,
  );
  try {
    await database.query(`declare answer no scroll cursor for\n${sql}`, [...values]);
    if (skip > 0) await database.exec(`move forward ${skip} in answer`);
    return await fetchAll(rows, most);
  } finally {
    await database.exec('rollback');
  }
};

const act = async (asked: Asked): Promise<Answered> => {
  if (asked.kind === 'query') return ask(asked.sql, asked.options, asked.most);
  const { table } = asked;
  if (asked.kind === 'make') {
    await database.exec(`${asked.definition}; grant select on "${table}" to ${reader}`);
  } else if (asked.kind === 'fill') {
    const blob = new Blob([copied(asked.lines, asked.columns)]);
    await database.query(`copy "${table}" from '/dev/blob'`, [], { blob });
  } else await database.exec(`drop table "${table}"`);
  return { done: true };
};

const answer = async (asked: Asked): Promise<Answered> => {
  try {
    return await act(asked);
  } catch (error) {
    const { code, message } = Object(error);
    return { error: { code: String(code ?? 'XX000'), message: String(message) } };
  }
};

parentPort?.on('message', (asked: Asked) => {
  void answer(asked).then((answered) => parentPort?.postMessage(answered));
});
parentPort?.postMessage(begun);
