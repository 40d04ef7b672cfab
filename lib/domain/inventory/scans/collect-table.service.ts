import { isoTime } from '#lib/kernel/clock.ts';
import { CannotCollect, type Collector, type CollectRequest } from '#lib/ports/collector.ts';
import { resourceOf } from '../resources/resource.rules.ts';
import { rowWriter } from '../snapshots/rows.service.ts';
import { removeUnshownRows } from './unshown-rows.service.ts';
import { missingOf, type Problem } from './missing-resources.rules.ts';
import {
  findOngoingScan,
  publishScanProgress,
  type ScanDeps,
  tableRef,
} from './scan-progress.service.ts';
import type { TableResult } from './scan.schema.ts';
import { scanStore } from './scan.store.ts';
import { defaultPollMs, watchScan } from './watch-scan.service.ts';

export type CollectDeps = ScanDeps & {
  /** The time limit of a table, and the interval of checks for a cancelled scan (both ms). */
  times?: { table: number; pollMs: number };
};

const defaultTimes = { table: 12 * 60_000, pollMs: defaultPollMs };

const cancelledText = 'The scan was cancelled while this table was read.';
const tooLongText = 'Reading this table took too long. The resources read until then are kept.';
const nothingInTimeText =
  'This table returned no data in time. The resources of the previous scan are kept.';
const defectText = 'This table could not be read because of an internal error, which is logged.';

/** Aborts when the scan is cancelled or over, or the table exceeds its time limit. */
const watchTable = (deps: CollectDeps, tenantId: string, scanId: string) => {
  const { table, pollMs } = deps.times ?? defaultTimes;
  const { signal: scanEnded, end } = watchScan(deps, [tenantId, scanId], pollMs);
  const timeout = AbortSignal.timeout(table);
  return { signal: AbortSignal.any([scanEnded, timeout]), over: scanEnded, late: timeout, end };
};

type ReadRequest = Omit<CollectRequest, 'problem' | 'closed' | 'again'>;
type Writer = ReturnType<typeof rowWriter>;

/** Writes all rows of a table into files; returns what could not be read. */
const readTable = async (
  { log }: CollectDeps,
  collector: Collector,
  request: ReadRequest,
  writer: Writer,
): Promise<{ problems: Problem[]; hasFailed: boolean }> => {
  const problems: Problem[] = [];
  const { table, integration } = request;
  const problem: CollectRequest['problem'] = (sentence, region, leftOut) => {
    const resource = leftOut && resourceOf(table, leftOut, integration._id)._id;
    problems.push({ sentence, region, resource });
  };
  const closed: CollectRequest['closed'] = (sentence, region) => {
    problems.push({ sentence, region, isClosed: true });
  };
  const callbacks = { problem, closed, again: writer.again };
  try {
    for await (const rows of collector.rows({ ...request, ...callbacks })) {
      await writer.add(rows);
      if (request.signal.aborted) break;
    }
    return { problems, hasFailed: false };
  } catch (error) {
    // An error caused by the abort is not a failure.
    if (request.signal.aborted) return { problems, hasFailed: false };
    const isKnown = error instanceof CannotCollect;
    if (!isKnown) log.error('A table could not be collected.', { table, error });
    const sentence = isKnown ? error.message : defectText;
    return { problems: [...problems, { sentence }], hasFailed: true };
  }
};

/** Loaded on demand, because the columns of all tables are large. */
const lacksTags = async (table: string): Promise<boolean> => {
  const { tableColumns } = await import('../table-columns.ts');
  const columns = tableColumns(table);
  return columns !== undefined && !columns.tags;
};

const stateOf = (
  hasFailed: boolean,
  problems: readonly Problem[],
  rows: number,
): TableResult['state'] => {
  if (hasFailed && rows === 0) return 'failed';
  return problems.every(({ isClosed }) => isClosed) ? 'collected' : 'partial';
};

/**
 * Reads one table into files and stores its result. Read errors never fail the scan. A repeated
 * call reads the table again, unless it already has a result.
 */
export const collectTable =
  (deps: CollectDeps) =>
  async (event: unknown): Promise<Record<string, never>> => {
    const { tenant_id, scan_id, table } = tableRef.parse(event);
    const { db, clock, files } = deps;
    const found = await findOngoingScan(deps, tenant_id, scan_id);
    const collector = found?.integration && deps.collectorFor(found.integration);
    if (!found?.integration || !collector || found.scan.results[table]) {
      // An earlier attempt may have died after writing rows, and the scan may have been lost since.
      await removeUnshownRows(deps, [tenant_id, scan_id], [table]);
      return {};
    }
    const { scan, integration } = found;
    const { integration_id, created_at: collected_at } = scan;
    const started_at = isoTime(clock());
    const at = { tenant_id, integration_id, scan_id, collected_at, table };
    const writer = rowWriter(files, at);
    const { signal, over: scanEnded, late: timeout, end } = watchTable(deps, tenant_id, scan_id);
    const request = { integration, table, signal };
    const { problems, hasFailed } = await readTable(deps, collector, request, writer).finally(end);
    const written = await writer.end();
    if (scanEnded.aborted) problems.push({ sentence: cancelledText });
    else if (timeout.aborted) {
      problems.push({ sentence: written.rows === 0 ? nothingInTimeText : tooLongText });
    }
    const isStored = await scanStore(db, tenant_id).endTable(scan_id, table, {
      ...written,
      ...((await lacksTags(table)) && { untaggable: true }),
      // Without any row in its time, the table counts as failed and keeps its earlier contents.
      state: stateOf(hasFailed || timeout.aborted, problems, written.rows),
      ...missingOf(problems),
      started_at,
      ended_at: isoTime(clock()),
    });
    if (!isStored) await removeUnshownRows(deps, [tenant_id, scan_id], [table], written.chunks);
    await publishScanProgress(deps, tenant_id, scan_id);
    return {};
  };
