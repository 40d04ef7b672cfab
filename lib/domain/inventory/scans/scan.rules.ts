import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { Scan, ScanEvent, ScanState, ScanView, TableResult } from './scan.schema.ts';

/** A scan that takes longer has failed (ms). */
const longestScan = 6 * 3600_000;

/** Ended scans are listed so long (ms). */
const kept = 180 * 24 * 3600_000;

/** What a scan is of, and what began it; its id where the same cause may be told twice. */
export type ScanStart = Pick<Scan, 'integration_id' | 'integration_type' | 'alias'> &
  Partial<Pick<Scan, '_id' | 'inventory_schedule_id' | 'started_by' | 'compliance_checks'>>;

/** A scan that begins now (ms). */
export const newScan = (start: ScanStart, now: number): Omit<Scan, 'tenant_id'> => ({
  _id: timedId('iex', now),
  ...start,
  state: 'IN_PROGRESS',
  results: {},
  created_at: isoTime(now),
  updated_at: isoTime(now),
  deadline_at: isoTime(now + longestScan),
  open: 'open',
  gone_at: Math.floor((now + kept) / 1000),
});

export const isOver = (state: ScanState): boolean => state === 'SUCCEEDED' || state === 'FAILED';

const rowsOf = (results: readonly TableResult[]): number =>
  results.reduce((sum, { rows }) => sum + rows, 0);

/** What lists show of a scan. */
export const scanViewOf = ({
  tenant_id: _t,
  tables = [],
  results,
  deadline_at: _d,
  open: _o,
  gone_at: _g,
  ...shown
}: Scan): ScanView => {
  const ended = Object.values(results);
  return {
    ...shown,
    progress: { done: ended.length, planned: tables.length },
    rows: rowsOf(ended),
    partial: ended.some(({ state }) => state !== 'collected'),
  };
};

const eventTypes = { collected: 'COLLECTED', partial: 'PARTIAL', failed: 'FAILED' } as const;

const rowsText = (rows: number): string => (rows === 1 ? '1 resource.' : `${rows} resources.`);

const tableEvent = ([table, { state, rows, problems, ended_at }]: [
  string,
  TableResult,
]): ScanEvent => ({
  timestamp: ended_at,
  event_type: eventTypes[state],
  event_name: table,
  event_details: [rowsText(rows), ...problems].join(' '),
});

const endEvents = ({ state, cause, cancelled_by, updated_at, results }: Scan): ScanEvent[] => {
  if (!isOver(state)) return [];
  const failed = cancelled_by === undefined ? 'FAILED' : 'CANCELLED';
  return [
    {
      timestamp: updated_at,
      event_type: state === 'SUCCEEDED' ? 'SUCCEEDED' : failed,
      event_name: 'Scan',
      event_details: cause ?? rowsText(rowsOf(Object.values(results))),
    },
  ];
};

/** The event log of a scan, oldest first: its start, each table as it ended, its own end. */
export const scanEvents = (scan: Scan): ScanEvent[] => {
  const { created_at, alias, tables, results } = scan;
  const planned = tables ? ` ${tables.length} tables are read.` : '';
  const start: ScanEvent = {
    timestamp: created_at,
    event_type: 'STARTED',
    event_name: 'Scan',
    event_details: `The scan of "${alias}" began.${planned}`,
  };
  // Those of the same moment in the order of the plan.
  const inOrder = (tables ?? []).flatMap((table) => {
    const result = results[table];
    return result ? [tableEvent([table, result])] : [];
  });
  const byTime = (one: ScanEvent, other: ScanEvent) => one.timestamp.localeCompare(other.timestamp);
  const tableEvents = inOrder.sort(byTime);
  return [start, ...tableEvents, ...endEvents(scan)];
};
