import { collectorOffers, exportersOf, readSettings } from '../../../bin/settings.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { readableColumns } from '#lib/domain/inventory/table-columns.ts';
import { exporterCollector } from '#lib/engine/collectors/steampipe-exporter.ts';
import { CannotCollect } from '#lib/ports/collector.ts';
import { eventually } from '#test/support/eventually.ts';
import { type ExporterBehaviour, openExporters } from '#test/support/exporters.ts';

const table = 'azure_storage_account';
const integration = { _id: 'int_1', cspName: 'azure', alias: 'Azure' } as never;
const rowCallbacks = { problem: () => undefined, closed: () => undefined, again: () => undefined };
const contactOperator = 'Contact the operator of this server.';

let opened: Awaited<ReturnType<typeof openExporters>>;
beforeEach(async () => {
  opened = await openExporters(['azure', 'azuread']);
});
afterEach(() => opened.close());

const collector = (connections = ['azure_prod', 'azuread_prod']) =>
  exporterCollector({ ...opened, connectionsOf: () => connections });

/** The rows in order, and the reason why there are no more. */
const read = async (exporting: ExporterBehaviour, name = table) => {
  await opened.tell(exporting);
  const rows: Row[] = [];
  const signal = new AbortController().signal;
  try {
    for await (const batch of collector().rows({
      integration,
      table: name,
      signal,
      ...rowCallbacks,
    })) {
      rows.push(...batch);
    }
    return { rows };
  } catch (error) {
    if (error instanceof CannotCollect) return { rows, why: error.message };
    throw error;
  }
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a Steampipe exporter', () => {
  it('is called with the columns that scans read and writes rows', async () => {
    const line = JSON.stringify({
      name: 'logs',
      tags: '{"env":"prod"}',
      allow_blob_public_access: true,
      creation_time: '2026-01-02T03:04:05Z',
      kind: null,
      access_keys: '["the key of an account"]',
    });
    const { rows, why } = await read({ lines: [line], times: 2500 });
    expect(why).toBeUndefined();
    expect(rows).toHaveLength(2500);
    expect(rows[1]).toEqual({
      name: 'logs',
      tags: { env: 'prod' },
      allow_blob_public_access: true,
      creation_time: '2026-01-02T03:04:05Z',
    });
    const [call] = await opened.calls();
    const columns = readableColumns(table).join(',');
    expect(columns).not.toContain('access_keys');
    expect(call).toMatchObject({
      table,
      flags: ['--connection', 'azure_prod', '--output', 'jsonl', '--select', columns],
    });
    await read({}, 'azuread_user');
    expect((await opened.calls())[1]?.flags[1]).toBe('azuread_prod');
  });

  it('returns 64-bit ids without loss', async () => {
    const id = '1234567890123456789';
    const line = `{"id":${id},"location":42,"tags":"{\\"of\\":${id}}"}`;
    expect((await read({ lines: [line] })).rows).toEqual([{ id, tags: { of: id } }]);
  });

  it('is called again without the columns that its release lacks', async () => {
    const lines = [JSON.stringify({ name: 'logs' })];
    expect(await read({ lines, lacks: ['kind', 'sku_name'] })).toEqual({
      rows: [{ name: 'logs' }],
    });
    const calls = await opened.calls();
    expect(calls).toHaveLength(3);
    expect(calls[2]?.flags.at(-1)).not.toMatch(/\bkind\b|\bsku_name\b/);
  });

  const failed = `The Steampipe exporter could not read the table ${table}: `;

  it.each<[string, ExporterBehaviour, string]>([
    [
      'with an error on stderr without its secret',
      { stderr: 'some debugging\nError: denied for\tclient_secret=s3cret-1\n', code: 1 },
      `${failed}Error: denied for client_secret=***.`,
    ],
    [
      'with an error between its rows',
      { lines: ['[ERROR] Error receiving data from the channel: throttled'] },
      `${failed}[ERROR] Error receiving data from the channel: throttled.`,
    ],
    ['with only an exit code', { code: 3 }, `${failed}it ended with 3.`],
  ])('fails %s', async (_, exporting, reason) => {
    expect(await read(exporting)).toEqual({ rows: [], why: reason });
  });

  it('keeps the rows that it wrote before it failed', async () => {
    const lines = [JSON.stringify({ name: 'logs' })];
    const { rows, why } = await read({ lines, stderr: 'panic: no more', code: 2 });
    expect(rows).toEqual([{ name: 'logs' }]);
    expect(why).toBe(`${failed}panic: no more.`);
    const many = await read({ lines, times: 1500, stderr: 'panic: no more', code: 2 });
    expect([many.rows.length, many.why]).toEqual([1500, why]);
  });

  it('serves the tables of its named plugin', async () => {
    const tables = await collector(['azuread']).tables(integration);
    expect(tables).toContain('azuread_user');
    expect(tables.filter((name) => !name.startsWith('azuread_'))).toEqual([]);
    await expect(collector(['azure', 'gcp_prod']).tables(integration)).rejects.toThrow(
      `There is no program steampipe_export_gcp that this server can run. ${contactOperator}`,
    );
    expect((await read({}, 'gcp_project')).why).toBe(
      `No Steampipe exporter has the table gcp_project. ${contactOperator}`,
    );
  });

  it('is killed when the scan is cancelled or reads no further', async () => {
    await opened.tell({ lines: [JSON.stringify({ name: 'logs' })], times: 1000, hangs: true });
    const controller = new AbortController();
    const request = { integration, table, signal: controller.signal, ...rowCallbacks };
    const rows = collector().rows(request)[Symbol.asyncIterator]();
    expect((await rows.next()).value).toHaveLength(1000);
    const [first] = await opened.calls();
    expect(isRunning(first?.pid ?? 0)).toBe(true);
    controller.abort();
    await expect(rows.next()).rejects.toThrow();
    await eventually(
      async () => isRunning(first?.pid ?? 0),
      (runs) => !runs,
    );

    const { signal } = new AbortController();
    for await (const batch of collector().rows({ ...request, signal })) {
      expect(batch).toHaveLength(1000);
      break;
    }
    const [, second] = await opened.calls();
    await eventually(
      async () => isRunning(second?.pid ?? 0),
      (runs) => !runs,
    );
  });
});

describe('the exporter settings of an operator', () => {
  it('define the folder, the connections and the visible environment', () => {
    const settings = readSettings({ STEAMPIPE_EXPORTERS: '/opt/exporters' });
    expect(collectorOffers(settings)).toEqual({
      exporter: { azure: ['azure', 'azuread'], gcp: ['gcp'] },
    });
    const environment = { PATH: '/bin', HOME: '/home/cloud', AWS_SECRET_ACCESS_KEY: 's3cret' };
    expect(exportersOf(settings, environment)).toEqual({
      folder: '/opt/exporters',
      environment: { PATH: '/bin', HOME: '/home/cloud' },
    });
    const STEAMPIPE_EXPORTER_CONNECTIONS = 'int_1=azure_prod';
    const mappedSettings = readSettings({
      STEAMPIPE_EXPORTERS: '/opt',
      STEAMPIPE_EXPORTER_CONNECTIONS,
    });
    expect(collectorOffers(mappedSettings)).toEqual({ exporter: { int_1: ['azure_prod'] } });
    expect(exportersOf(readSettings({}), environment)).toBeUndefined();
    expect(() => readSettings({ STEAMPIPE_EXPORTERS: 'exporters' })).toThrow(
      'STEAMPIPE_EXPORTERS: Enter an absolute path.',
    );
  });
});
