import { createServer } from 'node:net';
import { once } from 'node:events';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import { steampipeCollector } from '#lib/engine/collectors/steampipe.ts';
import { CannotCollect } from '#lib/ports/collector.ts';
import { openPglite } from '#test/support/pglite-server.ts';
import { openPostgres } from '#test/support/postgres-server.ts';
import { selfSigned } from '../outgoing/certificate.ts';

const table = 'azure_storage_account';

/** Two connections of a Steampipe: each a schema with tables in the shapes of its plugin. */
const setUp = `
  create schema azure_prod;
  create schema azuread_prod;
  set search_path to azure_prod;
  ${tableDefinition(table)};
  alter table ${table} drop column primary_location;
  insert into ${table} (name, id, tags, creation_time, allow_blob_public_access,
    access_keys)
  select 'account' || n, 'id' || n, '{"env":"prod"}', '2026-01-02T03:04:05Z', n % 2 = 0,
    '["the key of an account"]'
  from generate_series(1, 2500) n;
  ${tableDefinition('azure_sql_server')};
  set search_path to azuread_prod;
  ${tableDefinition('azuread_user')};
  create view azure_sql_database as select 1 / (extract(year from now()) - extract(year from now()))
    as name;
  create schema gcp_prod;
  set search_path to gcp_prod;
  ${tableDefinition('gcp_compute_instance')};
  insert into gcp_compute_instance (id, labels) values
    (1234567890123456789, '{"of":1234567890123456789}'), (42, '{"of":42}');
  set search_path to public;
`;

const integration = { _id: 'int_1', cspName: 'azure', alias: 'Azure' } as never;

let server: Awaited<ReturnType<typeof openPglite>>;
beforeAll(async () => {
  server = await openPglite(setUp);
});
afterAll(() => server.close());

const collectorAt = (address: string, schemas = ['azure_prod', 'azuread_prod']) =>
  steampipeCollector({ address: async () => address, schemasOf: () => schemas });

const read = async (
  collector: ReturnType<typeof collectorAt>,
  name = table,
  signal = new AbortController().signal,
): Promise<Row[] | string> => {
  const rows: Row[] = [];
  const callbacks = { problem: () => undefined, closed: () => undefined, again: () => undefined };
  try {
    for await (const batch of collector.rows({ integration, table: name, signal, ...callbacks })) {
      rows.push(...batch);
    }
    return rows;
  } catch (error) {
    if (error instanceof CannotCollect) return error.message;
    throw error;
  }
};

const contactOperator = 'Contact the operator of this server.';

describe('a Steampipe service', () => {
  it('lists those of its tables that rules need', async () => {
    expect(await collectorAt(server.address).tables(integration)).toEqual([
      'azure_sql_database',
      'azure_sql_server',
      'azure_storage_account',
      'azuread_user',
    ]);
    await expect(collectorAt(server.address, ['gcp']).tables(integration)).rejects.toThrow(
      `The Steampipe service has no tables in "gcp". ${contactOperator}`,
    );
  });

  it('returns all rows with its columns in their types', async () => {
    const rows = await read(collectorAt(server.address));
    expect(rows).toHaveLength(2500);
    expect(rows[1]).toEqual({
      name: 'account2',
      id: 'id2',
      tags: { env: 'prod' },
      creation_time: '2026-01-02T03:04:05+00:00',
      allow_blob_public_access: true,
    });
    expect(await read(collectorAt(server.address), 'azuread_user')).toEqual([]);
  });

  it('returns 64-bit ids without loss', async () => {
    const gcp = collectorAt(server.address, ['gcp_prod']);
    const id = '1234567890123456789';
    expect(await read(gcp, 'gcp_compute_instance')).toEqual([
      { id, labels: { of: id } },
      { id: 42, labels: { of: 42 } },
    ]);
  });

  it('reports a missing table and the error of a plugin', async () => {
    const collector = collectorAt(server.address);
    const missingTable = 'azure_key_vault';
    expect(await read(collector, missingTable)).toBe(
      `The Steampipe service has no table ${missingTable}. ${contactOperator}`,
    );
    expect(await read(collector, 'azure_sql_database')).toBe(
      'The Steampipe service could not read the table azure_sql_database: division by zero',
    );
  });

  it('is read no further after the scan is cancelled', async () => {
    const controller = new AbortController();
    const callbacks = { problem: () => undefined, closed: () => undefined, again: () => undefined };
    const request = { integration, table, signal: controller.signal, ...callbacks };
    const rows = collectorAt(server.address).rows(request)[Symbol.asyncIterator]();
    expect((await rows.next()).value).toHaveLength(1000);
    controller.abort();
    await expect(rows.next()).rejects.toThrow();
  });

  it('is reported as unreachable without its password', async () => {
    const closedServer = createServer().listen(0, '127.0.0.1');
    await once(closedServer, 'listening');
    const { port } = closedServer.address() as { port: number };
    closedServer.close();
    await once(closedServer, 'close');
    const reason = await read(collectorAt(`postgres://reader:s3cret@127.0.0.1:${port}/steampipe`));
    expect(reason).toBe(
      `The Steampipe service does not answer: 127.0.0.1:${port} refused the connection. ` +
        `Check the port, and that the service is running. ${contactOperator}`,
    );
    expect(await read(collectorAt('none'))).toBe(
      `The address of Steampipe is not valid. ${contactOperator}`,
    );
  });

  it('is reported when it refuses the login or lacks the database', async () => {
    const login = { user: 'reader', password: 'right', database: 'steampipe' };
    const peer = await openPostgres(selfSigned('steampipe.example'), login);
    const address = `127.0.0.1:${peer.port}`;
    const wrongUrl = `postgres://reader:s3cret@${address}/steampipe?sslmode=require`;
    expect(await read(collectorAt(wrongUrl))).toBe(
      `The Steampipe service rejects the configured user name and password. ` + contactOperator,
    );
    const otherUrl = `postgres://reader:right@${address}/other?sslmode=require`;
    expect(await read(collectorAt(otherUrl))).toBe(
      `The Steampipe service does not have the configured database. ${contactOperator}`,
    );
    await peer.close();
  });
});
