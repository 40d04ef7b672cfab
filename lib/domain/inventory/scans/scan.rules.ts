import { formatCount } from '#lib/kernel/text.ts';
import type {
  EvaluatorResult,
  Scan,
  ScanEvent,
  ScanState,
  ScanView,
  TableResult,
} from './scan.schema.ts';

export const isScanOver = (state: ScanState): boolean =>
  state === 'SUCCEEDED' || state === 'FAILED';

/** Whether a scan has read at least one of its tables. */
export const hasReadAnyTable = ({ results }: Pick<Scan, 'results'>): boolean =>
  Object.values(results).some(({ state }) => state !== 'failed');

const rowsOf = (results: readonly TableResult[]): number =>
  results.reduce((sum, { rows }) => sum + rows, 0);

/** A scan as lists show it. */
export const scanViewOf = ({
  tenant_id: _t,
  tables = [],
  results,
  untold: _u,
  not_started: _n,
  deadline_at: _d,
  open: _o,
  gone_at: _g,
  ...fields
}: Scan): ScanView => {
  const ended = Object.values(results);
  return {
    ...fields,
    progress: { done: ended.length, planned: tables.length },
    rows: rowsOf(ended),
    partial: fields.rules_problem !== undefined || ended.some(({ state }) => state !== 'collected'),
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

const rulesText = ({ rules, resources, run_errors }: EvaluatorResult): string => {
  const summary = `${formatCount(rules, 'rule')}: ${resources.alarm} critical`;
  return run_errors > 0 ? `${summary}, ${run_errors} not evaluated.` : `${summary}.`;
};

/** The result of the rules, which are evaluated after all tables; empty if they were not. */
const rulesEvents = ({ evaluator_result, rules_problem, updated_at }: Scan): ScanEvent[] => {
  const at = { timestamp: updated_at, event_name: 'Compliance rules' };
  if (rules_problem !== undefined) {
    return [{ ...at, event_type: 'FAILED', event_details: rules_problem }];
  }
  if (!evaluator_result) return [];
  return [{ ...at, event_type: 'EVALUATED', event_details: rulesText(evaluator_result) }];
};

const notStartedEvents = ({ not_started, updated_at }: Scan): ScanEvent[] =>
  Object.values(not_started)
    .flat()
    .map(({ bot_name, rule_id, why }) => ({
      timestamp: updated_at,
      event_type: 'NOT_STARTED',
      event_name: bot_name,
      event_details: `Findings of ${rule_id} did not start the bot. ${why}`,
    }));

const endEvents = ({ state, cause, cancelled_by, updated_at, results }: Scan): ScanEvent[] => {
  if (!isScanOver(state)) return [];
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

/** The event log of a scan, oldest first: start, tables in the order of their end, rules, end. */
export const scanEvents = (scan: Scan): ScanEvent[] => {
  const { created_at, alias, tables, results } = scan;
  const planText = tables ? ` It reads ${tables.length} tables.` : '';
  const start: ScanEvent = {
    timestamp: created_at,
    event_type: 'STARTED',
    event_name: 'Scan',
    event_details: `The scan of "${alias}" began.${planText}`,
  };
  // The sort is stable: tables that ended at the same time stay in the order of the plan.
  const inOrder = (tables ?? []).flatMap((table) => {
    const result = results[table];
    return result ? [tableEvent([table, result])] : [];
  });
  const byTime = (one: ScanEvent, other: ScanEvent) => one.timestamp.localeCompare(other.timestamp);
  const tableEvents = inOrder.sort(byTime);
  return [
    start,
    ...tableEvents,
    ...rulesEvents(scan),
    ...endEvents(scan),
    ...notStartedEvents(scan),
  ];
};
