// The thread of one database (`sql.ts`): it holds rows of one organisation and ends with them.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { sqlCodes, type SqlOptions } from '#lib/domain/inventory/sql.ts';
import { toCopyText } from './copy-text.ts';
import { createEmptyDatabase, openEmptyDatabase, readerRole } from './empty.ts';
import type {
  CompiledPostgres,
  ThreadAnswer,
  ThreadReady,
  ThreadRequest,
  ThreadStart,
} from './messages.ts';
import { columnsOf, inRows, jsonOf } from './values.ts';

/** Node's types lack it, and those of browsers do not apply here. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<CompiledPostgres> };

const { files, postgres }: ThreadStart = workerData;

const openDatabase = async () => {
  const compiled =
    typeof postgres === 'string' ? await WebAssembly.compile(await readFile(postgres)) : undefined;
  const readyMessage: ThreadReady = { ready: true, ...(compiled && { postgres: compiled }) };
  const module = compiled ?? postgres;
  if (files) return { database: await openEmptyDatabase(files, module), begun: readyMessage };
  const { database, files: emptyFiles } = await createEmptyDatabase(module);
  return { database, begun: { ...readyMessage, files: emptyFiles } };
};

const { database, begun: threadReady } = await openDatabase();

/** The number of rows in one fetch. */
const fetchSize = 500;

/** Fetches from the cursor until there are no more rows, or `maxRows` were fetched. */
const fetchAll = async (maxRows: number, maxCharacters: number): Promise<ThreadAnswer> => {
  const chunks: string[] = [];
  let [size, count]: [number, number] = [0, 0];
  for (;;) {
    const fetched = await database.query<unknown[]>(`fetch ${fetchSize} from answer`, [], inRows);
    const { rows, fields } = fetched;
    const columns = columnsOf(fields.map(({ name }) => name));
    const includedRows = rows.slice(0, maxRows - count);
    const text = jsonOf(columns, includedRows).slice(1, -1);
    size += text.length;
    count += includedRows.length;
    if (size > maxCharacters) {
      const message = 'The query returns too much data. Add a limit.';
      return { error: { code: sqlCodes.tooMuch, message } };
    }
    if (includedRows.length > 0) chunks.push(text);
    const truncated = includedRows.length < rows.length;
    if (truncated || rows.length < fetchSize) {
      return { columns, json: `[${chunks.join(',')}]`, truncated };
    }
  }
};

/** Declaring a cursor makes Postgres accept only one SELECT, and nothing that writes or sets. */
const runQuery = async (
  sql: string,
  { values = [], skip = 0, rows = Infinity }: SqlOptions,
  maxCharacters: number,
): Promise<ThreadAnswer> => {
  await database.exec(
    `begin read only; set local role ${readerRole}; set local cursor_tuple_fraction = 1`,
  );
  try {
    await database.query(`declare answer no scroll cursor for\n${sql}`, [...values]);
    if (skip > 0) await database.exec(`move forward ${skip} in answer`);
    return await fetchAll(rows, maxCharacters);
  } finally {
    await database.exec('rollback');
  }
};

const handleRequest = async (request: ThreadRequest): Promise<ThreadAnswer> => {
  if (request.kind === 'query') return runQuery(request.sql, request.options, request.most);
  const { table } = request;
  if (request.kind === 'make') {
    await database.exec(`${request.definition}; grant select on "${table}" to ${readerRole}`);
  } else if (request.kind === 'fill') {
    const blob = new Blob([toCopyText(request.lines, request.columns)]);
    await database.query(`copy "${table}" from '/dev/blob'`, [], { blob });
  } else await database.exec(`drop table "${table}"`);
  return { done: true };
};

const answerRequest = async (request: ThreadRequest): Promise<ThreadAnswer> => {
  try {
    return await handleRequest(request);
  } catch (error) {
    const { code, message } = Object(error);
    return { error: { code: String(code ?? 'XX000'), message: String(message) } };
  }
};

parentPort?.on('message', (request: ThreadRequest) => {
  void answerRequest(request).then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage(threadReady);
