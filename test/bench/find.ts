import { join } from 'node:path';
import { listenerTable } from '#lib/domain/listeners/listener.table.ts';
import { botTable } from '#lib/domain/bots/bot.table.ts';
import { integrationTable } from '#lib/domain/integrations/integration.table.ts';
import { snapshotTable } from '#lib/domain/inventory/snapshots/snapshot.table.ts';
import { rowWriter } from '#lib/domain/inventory/snapshots/rows.service.ts';
import { searchService } from '#lib/domain/search/search.service.ts';
import { userTable } from '#lib/domain/users/user.table.ts';
import { type Database, putItem } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { openDatabase } from '#lib/local/database.ts';
import { openFiles } from '#lib/local/files.ts';
import { tables } from '#lib/tables.ts';
import { person } from '#test/support/people.ts';
import { atMostMs, type Figure, inFolder } from './figure.ts';
import { percentile } from './load.ts';

const tenant_id = 'org_bench';
const caller = person(tenant_id);
const itemsPerTable = 2500;

/** Things with names: 10,000 in total, 4 KB each, as things with settings have. */
const namedTables: readonly (readonly [table: TableSpec, name: string])[] = [
  [botTable, 'name'],
  [listenerTable, 'name'],
  [integrationTable, 'alias'],
  [userTable, 'name'],
];

const words = ['isolate', 'report', 'tag', 'rotate', 'close', 'notify', 'open', 'scan'];
const nouns = ['hosts', 'keys', 'buckets', 'tickets', 'findings', 'roles', 'disks', 'alarms'];

const nameOf = (n: number): string => `${words[n % 8]} ${nouns[(n >> 3) % 8]} ${n}`;

const fill = async (db: Database): Promise<void> => {
  for (const [table, name] of namedTables) {
    const padding = 'x'.repeat(4000);
    for (let n = 0; n < itemsPerTable; n += 100) {
      const write = (_: unknown, at: number) =>
        putItem(db, table, {
          tenant_id,
          _id: `${table.name}_${String(n + at).padStart(8, '0')}`,
          [name]: nameOf(n + at),
          padding,
        });
      await Promise.all(Array.from({ length: 100 }, write));
    }
  }
};

/** The typed texts, letter by letter. */
const typedTexts = [
  'isolate hosts 24',
  'rotate keys',
  'close tickets 17',
  'findings',
  'no such thing',
];
const typedPrefixes = typedTexts.flatMap((text) =>
  Array.from({ length: text.length - 1 }, (_, n) => text.slice(0, n + 2)),
);

const measureTimes = async (search: (text: string) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (const text of typedPrefixes) {
    const started = performance.now();
    await search(text);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
};

const p95 = (times: readonly number[]): string => `p95 ${percentile(times, 0.95).toFixed(0)} ms`;

const resourceTable = 'aws_s3_bucket';
const collected_at = '2026-09-01T12:00:00.000Z';

/** One integration with 10,000 resources of about 1 KB. */
const fillResources = async (db: Database, files: ReturnType<typeof openFiles>): Promise<void> => {
  const _id = `integrations_${'0'.padStart(8, '0')}`;
  const at = {
    tenant_id,
    integration_id: _id,
    table: resourceTable,
    scan_id: 'iex_1',
    collected_at,
  };
  const writer = rowWriter(files, at);
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    name: nameOf(n),
    arn: `arn:aws:s3:::${nameOf(n).replaceAll(' ', '-')}`,
    region: 'eu-west-1',
    text: 'x'.repeat(800),
  }));
  await writer.add(rows);
  const contents = { ...(await writer.end()), state: 'collected', problems: [], collected_at };
  const found = { [resourceTable]: { ...contents, scan_id: 'iex_1' } };
  const latest = { scan_id: 'iex_1', collected_at, tables: found };
  await putItem(db, snapshotTable, { tenant_id, _id, integration_type: 'aws', latest });
  // The only item that is read as a whole, so it needs all its fields.
  await putItem(db, integrationTable, {
    tenant_id,
    _id,
    alias: nameOf(0),
    cspName: 'aws',
    groups: [],
    values: {},
    secret_names: [],
    hosts: [],
    integrationState: 'ACTIVE',
    revision: 1,
    userId: caller.user_id,
    createdAt: collected_at,
    updatedAt: collected_at,
  });
};

const goalOf = (times: readonly number[]) => [atMostMs(100, percentile(times, 0.95), 'p95')];

const figuresOf = async (folder: string, name: string, isFull: boolean): Promise<Figure[]> => {
  const path = join(folder, `${name}.db`);
  const db = openDatabase({ path, tables, cursorKey: () => 'the key of the bench' });
  const files = openFiles(join(folder, name));
  if (isFull) await fill(db);
  else await fillResources(db, files);
  const openSearch = (from: Database) => searchService({ db: from, files });
  const { writesOf: _, ...unremembered } = db;
  const figures: Figure[] = [];
  if (isFull) {
    for (const [suffix, from] of [
      ['', db],
      [', each time read anew', unremembered],
    ] as const) {
      const { searchNames } = openSearch(from);
      const times = await measureTimes((text) => searchNames(caller, { text }));
      figures.push({
        label: `search of 10,000 names${suffix}`,
        measured: p95(times),
        goals: goalOf(times),
      });
    }
  } else {
    const { searchResourceNames } = openSearch(db);
    const started = performance.now();
    await searchResourceNames(caller, { text: 'isolate' });
    const first = `first ${(performance.now() - started).toFixed(0)} ms`;
    const times = await measureTimes((text) => searchResourceNames(caller, { text }));
    const measured = `${p95(times)}, ${first}`;
    const label = 'search of the names of 10,000 resources';
    figures.push({ label, measured, goals: goalOf(times) });
  }
  await db.close();
  return figures;
};

/** The search over everything, queried after each typed letter. */
export const findFigures = (): Promise<Figure[]> =>
  inFolder(async (folder) => [
    ...(await figuresOf(folder, 'names', true)),
    ...(await figuresOf(folder, 'resources', false)),
  ]);
