import { join } from 'node:path';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { approvalCountTable, approvalTable } from '#lib/domain/approvals/approval.table.ts';
import { categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { firstDashboard } from '#lib/domain/dashboards/dashboard.rules.ts';
import { dashboardService } from '#lib/domain/dashboards/dashboard.service.ts';
import type { WidgetTemplate } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import { type TimeRange, timeRanges } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { runStatisticsTable } from '#lib/domain/executions/execution.table.ts';
import { botType } from '#lib/domain/executions/history/history.schema.ts';
import type { RunKind } from '#lib/domain/executions/history/statistics.schema.ts';
import { kindKey } from '#lib/domain/executions/history/counter.rules.ts';
import { statisticsStore } from '#lib/domain/executions/history/statistics.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { idempotentCounter } from '#lib/kernel/idempotent-counter.ts';
import { type Database, putItem } from '#lib/kernel/database.ts';
import { createLog } from '#lib/kernel/log.ts';
import type { Amounts } from '#lib/kernel/update.ts';
import { openDatabase } from '#lib/local/database.ts';
import { tables } from '#lib/tables.ts';
import { person } from '#test/support/people.ts';
import { approvalAskedAt } from '../domain/approvals/pending-approval.ts';
import { connectAccounts } from './accounts.ts';
import { atMostMs, type Figure, inFolder, processorSince } from './figure.ts';
import { percentile } from './load.ts';

const tenant_id = 'org_bench';
const now = Date.UTC(2026, 8, 30, 23, 30);
const dayMs = 24 * 3600_000;
const days = 30;
const historyDays = 365;
const runs = 1_000_000;
const bots = 200;

const states = ['SUCCEEDED', 'FAILED', 'CANCELLED'] as const;

/** Every kind that runs without decisions can have: in practice there are fewer. */
const kinds: RunKind[] = states.flatMap((state) =>
  botType.options.flatMap((bot_type) =>
    categories.flatMap((category) =>
      importances.map((importance) => ({ state, bot_type, category, importance })),
    ),
  ),
);

const runsPerKindAndHour = Math.ceil(runs / (days * 24 * kinds.length));

const failedKinds = kinds.filter(({ state }) => state === 'FAILED');

/** The hourly counters that runs leave in the item of their kind and day. */
const hourlyCounters = (runsPerHour: number): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')).flatMap((hour) => [
      [`h${hour}`, runsPerHour],
      [`c${hour}`, runsPerHour * 4_000_000],
      [`m${hour}`, runsPerHour * 5],
    ]),
  );

/** The bots whose runs of a kind fail: each bot has one kind. */
const failingBots = (kind: RunKind): string[] => {
  const position = failedKinds.indexOf(kind);
  const all = Array.from({ length: bots }, (_, n) => n);
  return all.filter((n) => n % failedKinds.length === position).map((n) => `bot_${n}`);
};

/** The items of a kind and day, and their contents. */
const countersOf = (day: string, kind: RunKind): [kind: string, amounts: Amounts][] => {
  const failing = failingBots(kind);
  if (failing.length === 0)
    return [[kindKey(day, kind, 'bot_1'), hourlyCounters(runsPerKindAndHour)]];
  const share = runsPerKindAndHour / failing.length;
  return failing.map((bot) => [
    kindKey(day, kind, bot),
    { ...hourlyCounters(share), [`b_${bot}`]: share * 24 },
  ]);
};

/** Widgets over runs, approvals and user inputs. */
const runWidgets: WidgetTemplate[] = [
  'run_history',
  'runs_by_category',
  'runs_by_type',
  'runs_by_importance',
  'runs_by_outcome',
  'run_costs',
  'time_saved',
  'failing_bots',
  'approvals_by_status',
  'waiting_for_people',
];

const approvals = 100_000;
const waiting = 2_000;

const approval = (n: number) => ({
  ...approvalAskedAt(now - n * 60_000),
  bot_id: `bot_${n % bots}`,
  bot_exc_id: `exc_${n}`,
});

/** A year of approvals: some are open, all others were decided and counted. */
const decideApprovals = async (db: Database): Promise<void> => {
  const store = approvalStore(db, tenant_id);
  for (let n = 0; n < approvals; n += 500) {
    const batch = Array.from({ length: 500 }, (_, at) => n + at);
    await Promise.all(
      batch.map((one) =>
        one < waiting
          ? store.create(approval(one))
          : putItem(db, approvalTable, { ...approval(one), tenant_id, status: 'resolved' }),
      ),
    );
  }
  const key = { tenant_id, status: 'resolved' };
  await putItem(db, approvalCountTable, { ...key, count: approvals - waiting });
};

/** Ends a run, which invalidates the cached statistics of its day. */
const endRun = (db: Database, n: number): Promise<boolean> =>
  statisticsStore({ db, clock: () => now }, tenant_id).add({
    _id: `exc_${now}_${n}`,
    bot_id: 'bot_1',
    kind: failedKinds[n % failedKinds.length] ?? { state: 'FAILED', bot_type: 'scheduled_bot' },
    ended_at: isoTime(now),
    cost: 0,
    minutes_saved: 0,
  });

const p95 = (times: readonly number[]): string =>
  percentile(
    times.toSorted((a, b) => a - b),
    0.95,
  ).toFixed(0);

/** Ten widgets of all kinds except those that query clouds. */
const mixedWidgets: WidgetTemplate[] = [
  'run_history',
  'runs_by_outcome',
  'failing_bots',
  'waiting_for_people',
  'inventory_totals',
  'top_resources',
  'inventory_history',
  'compliance_heatmap',
  'compliance_history',
  'agents_health',
];

const firstDashboardWidgets = firstDashboard(tenant_id).widgets.map(({ template }) => template);

/** A year of a large organisation's data: its runs, approvals, accounts and agents. */
const fillDatabase = async (db: Database): Promise<void> => {
  await decideApprovals(db);
  await connectAccounts(db, tenant_id, now);
  const counters = idempotentCounter(db, runStatisticsTable);
  for (let at = 0; at < historyDays; at += 1) {
    const day = isoTime(now - at * dayMs).slice(0, 10);
    // Earlier days had fewer kinds of bots.
    const countedKinds = kinds.filter((_, n) => at < days || n % 10 === 0);
    const writes = countedKinds.flatMap((kind) =>
      countersOf(day, kind).map(([name, amounts], n) =>
        counters.add({ id: `${name} ${n}`, key: { tenant_id, kind: name }, amounts }),
      ),
    );
    await Promise.all(writes);
  }
};

type Page = { name: string; templates: readonly string[]; dateRange: TimeRange };

/** Loads a page repeatedly; a run ends before each load. */
const measure = async (db: Database, page: Page): Promise<Figure> => {
  const { name, templates, dateRange } = page;
  const clock = () => now;
  const dashboards = dashboardService({
    db,
    clock,
    files: { get: () => Promise.reject(new Error('No widget here reads files.')) },
    log: createLog({ write: () => undefined, clock }),
    awsFindings: () => Promise.reject(new Error('No widget here asks AWS.')),
  });
  const times: number[] = [];
  let [first, processor] = [0, 0];
  for (let n = 0; n < 40; n += 1) {
    const [started, then] = [performance.now(), process.cpuUsage()];
    const question = { templates: [...templates], dateRange };
    const { items } = await dashboards.getWidgetData(person(tenant_id), question);
    times.push(performance.now() - started);
    processor += processorSince(then);
    if (n === 0) first = performance.now() - started;
    await endRun(db, n);
    const failedItem = items.find(({ error }) => error);
    if (failedItem) throw new Error(`${failedItem.template}: ${failedItem.error?.message}`);
  }
  return {
    label: `${name}, ${dateRange}`,
    measured: [
      `p95 ${p95(times)} ms, first ${first.toFixed(0)} ms`,
      `${(processor / times.length).toFixed(0)} ms of processor time`,
    ].join(', '),
    goals: [
      atMostMs(
        150,
        percentile(
          times.toSorted((a, b) => a - b),
          0.95,
        ),
        'p95',
      ),
    ],
  };
};

/**
 * Pages of widgets over a million runs, 100,000 approvals, and 100 accounts scanned every day of a
 * year; also without the process's cache, as on AWS, but without the network time to the database.
 */
export const dashboardFigures = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const database = { path: join(folder, 'database.db'), tables };
    const db = openDatabase({ ...database, cursorKey: () => 'the key of the bench' });
    await fillDatabase(db);
    const figures: Figure[] = [];
    for (const dateRange of timeRanges) {
      const pages = [
        {
          name: `ten widgets of ${runs.toLocaleString('en')} runs`,
          templates: runWidgets,
          dateRange,
        },
        { name: 'ten widgets of all kinds, 100 accounts', templates: mixedWidgets, dateRange },
        { name: 'the first dashboard, 100 accounts', templates: firstDashboardWidgets, dateRange },
      ];
      for (const page of pages) figures.push(await measure(db, page));
    }
    const { writesOf: _, ...forgetful } = db;
    for (const dateRange of timeRanges) {
      const page = {
        name: 'the same of all kinds without memory',
        templates: mixedWidgets,
        dateRange,
      };
      figures.push(await measure(forgetful, page));
    }
    await db.close();
    return figures;
  });
