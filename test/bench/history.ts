import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { newExecution } from '#lib/domain/executions/execution.rules.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { historyQuery } from '#lib/domain/executions/history/history.schema.ts';
import { historyCalls } from '#lib/domain/executions/history/history.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { randomId, timedId } from '#lib/kernel/ids.ts';
import { openDatabase } from '#lib/local/database.ts';
import { tables } from '#lib/tables.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { person } from '#test/support/people.ts';

const tenant_id = 'org_bench';
const botCount = 200;
const began = Date.UTC(2026, 0);

const makeBots = async (db: Database): Promise<string[]> => {
  const ids = Array.from({ length: botCount }, () => randomId('bot'));
  const created_at = isoTime(began);
  for (const [n, _id] of ids.entries()) {
    const name = `${n < 8 ? 'Isolate' : 'Report'} ${n}`;
    const { graph, ...fields } = newBot.parse({ name, graph: { nodes: [], edges: [] } });
    const dates = { created_by: 'root@example.com', created_at, updated_at: created_at };
    const references = {
      integration_types: [],
      integration_ids: [],
      action_ids: [],
      draft_action_ids: [],
      agent_bot_ids: [],
      draft_agent_bot_ids: [],
      draft_integration_ids: [],
    };
    const triggerFields = { trigger_type: 'on_demand' as const, ...references };
    const portalFields = { ...triggerFields, service_portal_published: false };
    const state = { status: 'enabled' as const, draft_version: 1, ...portalFields };
    await botStore(db, tenant_id).create({ ...fields, ...dates, ...state, _id });
  }
  return ids;
};

/** Runs one second apart: one in a hundred failed, one in ten by hand, 4 KB of results each. */
const recordRuns = async (db: Database, bots: readonly string[], count: number) => {
  const runs = executionStore(db, tenant_id);
  const started_at = isoTime(began);
  const output = 'x'.repeat(4000);
  const done = { status: 'SUCCEEDED' as const, attempt: 1, started_at, output };
  const create = (n: number) => {
    const now = began + n * 1000;
    const bot = { _id: bots[n % botCount] ?? '', name: 'Bot', settings: undefined };
    const event = { type: 'event' as const, listener_id: 'lst_1', event_id: `evt_${n}` };
    const byHand = { type: 'manual' as const, user_id: `user-${n % 7}@example.com` };
    const trigger = n % 10 === 0 ? byHand : event;
    const run = newExecution(bot as never, { _id: timedId('exc', now), trigger, version: 1 }, now);
    const state = n % 100 === 0 ? ('FAILED' as const) : ('SUCCEEDED' as const);
    return runs.create({ ...run, state, results: { done } });
  };
  for (let n = 0; n < count; n += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, at) => create(n + at)));
  }
};

export type PageTimes = { label: string; p95: number; calls: number; items: number };

const measure = async (db: Database, label: string, filter: object): Promise<PageTimes> => {
  const countingDb = countedDatabase(db);
  const list = historyCalls({ db: countingDb.db }).listExecutions;
  const times: number[] = [];
  let [calls, items] = [0, 0];
  let next: string | undefined;
  for (let page = 0; page < 40; page += 1) {
    const started = performance.now();
    const query = historyQuery.parse({ ...filter, ...(next && { next }) });
    ({ next } = await list(person(tenant_id), query));
    times.push(performance.now() - started);
    const reads = countingDb.taken();
    [calls, items] = [Math.max(calls, reads.calls), Math.max(items, reads.items)];
  }
  return { label, p95: times.sort((a, b) => a - b)[37] ?? 0, calls, items };
};

/** The third-slowest of 40 pages of ten, out of `count` runs, for each filter. */
export const measureHistoryPages = async (count: number): Promise<PageTimes[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-history-'));
  const database = { path: join(folder, 'database.db'), tables };
  const db = openDatabase({ ...database, cursorKey: () => 'the key of the bench' });
  try {
    const bots = await makeBots(db);
    await recordRuns(db, bots, count);
    const middle = isoTime(began + (count * 1000) / 2);
    const filters: Record<string, object> = {
      'no filter': {},
      'a state': { state: 'FAILED' },
      'a bot': { bot_id: bots[5] },
      'a bot and a state': { bot_id: bots[0], state: 'FAILED' },
      'a caller': { bot_caller: 'user-3@example.com' },
      'a caller and a state': { bot_caller: 'user-3@example.com', state: 'SUCCEEDED' },
      'a time': { created_to: middle },
      'a name that 8 bots bear': { bot_name: 'Isolate' },
      'a name that 192 bots bear': { bot_name: 'Report', state: 'FAILED' },
      'a type that is nowhere': { bot_type: 'scheduled_bot' },
    };
    const measured: PageTimes[] = [];
    for (const [label, filter] of Object.entries(filters)) {
      measured.push(await measure(db, label, filter));
    }
    return measured;
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
