import { isIP, type Socket } from 'node:net';
import type { Client } from 'pg';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import { readableColumns, tablesOf } from '#lib/domain/inventory/table-columns.ts';
import { parseLossyNumbersAsText } from '#lib/kernel/json.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { CannotCollect, type Collector } from '#lib/ports/collector.ts';
import { dialer, toConnectedSocket } from '../outgoing/dial.ts';
import { OutgoingError } from '../outgoing/errors.ts';

/** A Steampipe service that the operator runs: a Postgres whose schemas are its connections. */
export type SteampipeService = {
  /** `postgres://user:password@host:port/database`, with `?sslmode=` unless the default fits. */
  address: () => Promise<string>;
  /** The schemas with the tables of an integration. */
  schemasOf: (integration: Integration) => readonly string[];
};

const rowsAtOnce = 1000;

/** The most time (ms) for signing in to the service, and for a statement. */
const signInTimeout = 15_000;
const statementTimeout = 12 * 60_000;

const usualPort = '9193';

/** The most characters of a plugin's error that are shown. */
const maxReasonLength = 300;

const operatorAdvice = 'Contact the operator of this server.';

/** Sentences for errors of signing in, by SQLSTATE. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'rejects the configured user name and password.',
  '28000': 'does not permit this server to connect.',
  '3D000': 'does not have the configured database.',
  '53300': 'has too many connections open.',
};

type Opened = { client: Client; socket: Socket; password: string };

const codeOf = (error: unknown): string => String(Object(error).code ?? '');

/** An error of the service as a `CannotCollect` for people, with the password masked. */
const toCannotCollect = (error: unknown, task: string, password = ''): unknown => {
  if (error instanceof CannotCollect) return error;
  if (error instanceof OutgoingError) {
    return new CannotCollect(
      `The Steampipe service does not answer: ${error.message} ${operatorAdvice}`,
    );
  }
  const refusal = refusals[codeOf(error)];
  if (refusal !== undefined)
    return new CannotCollect(`The Steampipe service ${refusal} ${operatorAdvice}`);
  const text = error instanceof Error ? error.message : String(error);
  const reason = (password === '' ? text : text.replaceAll(password, '***'))
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxReasonLength);
  return new CannotCollect(`The Steampipe service could not ${task}: ${reason}`);
};

/** Only connections within this machine are unencrypted by default. */
const sslOf = (url: URL): false | { servername?: string; rejectUnauthorized: boolean } => {
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  const mode = url.searchParams.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  const isName = isIP(url.hostname) === 0;
  return { ...(isName && { servername: url.hostname }), rejectUnauthorized: mode !== 'require' };
};

const open = async ({ address }: SteampipeService): Promise<Opened> => {
  const url = URL.parse(await address());
  if (!url?.hostname)
    throw new CannotCollect(`The address of Steampipe is not valid. ${operatorAdvice}`);
  const [host, port] = [url.hostname, url.port || usualPort];
  const password = decodeURIComponent(url.password);
  const { default: pg } = await import('pg');
  let socket: Socket | undefined;
  try {
    // The operator names this address, so it may be a private one.
    socket = await dialer({ allow: [`${host}:${port}`] })({ host, port });
    const connectedSocket = toConnectedSocket(socket);
    const client = new pg.Client({
      host,
      port: Number(port),
      user: decodeURIComponent(url.username),
      password,
      database: url.pathname.slice(1) || 'steampipe',
      ssl: sslOf(url),
      stream: () => connectedSocket,
      connectionTimeoutMillis: signInTimeout,
      application_name: 'cloudwarden',
    });
    // Errors after the end concern no query any more.
    client.on('error', () => {});
    await client.connect();
    await client.query(`set statement_timeout to ${statementTimeout}`);
    return { client, socket, password };
  } catch (error) {
    socket?.destroy();
    throw toCannotCollect(error, 'open a connection', password);
  }
};

type TableSource = { schema: string; columns: readonly string[] };

/** The source of each table, in the first schema that has it, and its columns that we know. */
const sourcesOf = async (
  { client }: Opened,
  schemas: readonly string[],
  tables: readonly string[],
): Promise<Map<string, TableSource>> => {
  const { rows } = await client.query<{ schema: string; table: string; columns: string[] }>(
    `select table_schema as schema, table_name as table, json_agg(column_name::text) as columns
     from information_schema.columns
     where table_schema::text = any($1::text[]) and table_name::text = any($2::text[])
     group by 1, 2 order by array_position($1::text[], table_schema::text)`,
    [schemas, tables],
  );
  const sources = new Map<string, TableSource>();
  for (const { schema, table, columns } of rows) {
    const sharedColumns = readableColumns(table).filter((name) => columns.includes(name));
    if (!sources.has(table)) sources.set(table, { schema, columns: sharedColumns });
  }
  return sources;
};

/** Each row as JSON, with values in Postgres's own JSON format. */
const selectQuery = (table: string, { schema, columns }: TableSource): string => {
  const list = columns.map((name) => `"${name}"`).join(', ');
  return `select row_to_json(t)::text as row from (select ${list} from "${schema}"."${table}") t`;
};

/** Ids of Google Cloud have 64 bits: a number that would lose digits is kept as a text. */
const rowIn = (text: string): Row =>
  Object.fromEntries(
    Object.entries(parseLossyNumbersAsText(text) as Row).filter(([, value]) => value !== null),
  );

/** Reads through a Steampipe service: any plugin that the operator has installed in it. */
export const steampipeCollector = (service: SteampipeService): Collector => ({
  tables: async (integration) => {
    const connection = await open(service);
    const schemas = service.schemasOf(integration);
    try {
      const sources = await sourcesOf(connection, schemas, tablesOf(integration.cspName));
      if (sources.size > 0) return [...sources.keys()].toSorted();
    } catch (error) {
      throw toCannotCollect(error, 'list its tables', connection.password);
    } finally {
      connection.socket.destroy();
    }
    const schemaNames = schemas.map((schema) => `"${schema}"`).join(' or ');
    throw new CannotCollect(
      `The Steampipe service has no tables in ${schemaNames}. ${operatorAdvice}`,
    );
  },

  rows: async function* ({ integration, table, signal }) {
    const connection = await open(service);
    const { client, socket, password } = connection;
    const stop = () => void socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const source = (await sourcesOf(connection, service.schemasOf(integration), [table])).get(
        table,
      );
      if (!source) {
        throw new CannotCollect(`The Steampipe service has no table ${table}. ${operatorAdvice}`);
      }
      await client.query('begin read only');
      await client.query(`declare wanted no scroll cursor for ${selectQuery(table, source)}`);
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from wanted`);
        if (rows.length === 0) break;
        yield rows.map(({ row }) => rowIn(row));
      }
    } catch (error) {
      throw signal.aborted ? error : toCannotCollect(error, `read the table ${table}`, password);
    } finally {
      signal.removeEventListener('abort', stop);
      // Postgres ends the queries of a connection when it is closed.
      socket.destroy();
    }
  },
});
