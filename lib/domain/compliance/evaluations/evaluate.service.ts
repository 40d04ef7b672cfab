import { isoTime } from '#lib/kernel/clock.ts';
import type { Files } from '#lib/ports/files.ts';
import {
  failLostTables,
  findOngoingScan,
  type ScanDeps,
  scanRef,
} from '../../inventory/scans/scan-progress.service.ts';
import type { EvaluatorResult, Scan } from '../../inventory/scans/scan.schema.ts';
import { hasReadAnyTable } from '../../inventory/scans/scan.rules.ts';
import { scanStore } from '../../inventory/scans/scan.store.ts';
import { watchScan } from '../../inventory/scans/watch-scan.service.ts';
import { readTexts } from '../../inventory/snapshots/rows.service.ts';
import { contentsAfter } from '../../inventory/snapshots/snapshot.rules.ts';
import type { SnapshotContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { snapshotStore } from '../../inventory/snapshots/snapshot.store.ts';
import type { Sql, SqlTables } from '../../inventory/sql.ts';
import { type TagsByResource, tagsOf } from '../../inventory/snapshots/tags.service.ts';
import { readValidExceptions } from '../exceptions/valid-exceptions.service.ts';
import { noCounts, sumOf } from '../findings/findings.rules.ts';
import { loadEnabledOwnRules } from '../own/all-rules.service.ts';
import type { Rule } from '../rule.schema.ts';
import { changesToNotify } from './changes.service.ts';
import type { Evaluation, RuleResult } from './evaluation.schema.ts';
import { evaluationStore } from './evaluation.store.ts';
import { retireEvaluation } from './forget-findings.service.ts';
import { benchmarkTotals } from './evaluation.rules.ts';
import { applyExceptions } from './with-exceptions.service.ts';
import { evaluateRule, type EvaluationState } from './evaluate-rule.service.ts';
import { keepExcludedResults, partitionRules } from './excluded-rules.service.ts';

export type EvaluateDeps = Pick<ScanDeps, 'db' | 'clock' | 'log'> & {
  files: Files;
  sql: Sql;
  rules: readonly Rule[];
  /** The interval (ms) of checks for a cancelled scan. */
  times?: { pollMs: number };
};

/** The time limit (ms) for all rules of a scan; rules not evaluated by then report that. */
const evaluationTimeout = 12 * 60_000;

/** How many rules have files read and written in parallel; their SQL runs sequentially. */
const maxParallel = 10;

/** The result of each rule; undefined if the scan is over. */
const evaluateAll = async (
  deps: EvaluateDeps,
  state: EvaluationState,
  rules: readonly Rule[],
): Promise<Record<string, RuleResult> | undefined> => {
  const { tenant_id, _id } = state.scan;
  const results: (readonly [string, RuleResult])[] = [];
  for (let from = 0; from < rules.length; from += maxParallel) {
    if (!(await findOngoingScan(deps, tenant_id, _id))?.integration) return undefined;
    const batch = rules.slice(from, from + maxParallel);
    results.push(...(await Promise.all(batch.map((rule) => evaluateRule(deps, state, rule)))));
  }
  return Object.fromEntries(results);
};

const openTagsReader = ({ files }: EvaluateDeps, scan: Scan, contents: SnapshotContents) => {
  const { tenant_id, integration_id } = scan;
  const tagsByTable = new Map<string, Promise<TagsByResource>>();
  return (table: string): Promise<TagsByResource> => {
    const found = contents.tables[table];
    if (!found || found.tagged === 0) return Promise.resolve(new Map());
    const { chunks, ...at } = found;
    const tags =
      tagsByTable.get(table) ?? tagsOf(files, { ...at, tenant_id, integration_id, table }, chunks);
    tagsByTable.set(table, tags);
    return tags;
  };
};

const tablesOf = ({ files }: EvaluateDeps, scan: Scan, contents: SnapshotContents): SqlTables => {
  const { tenant_id, integration_id } = scan;
  return Object.fromEntries(
    Object.entries(contents.tables).map(([table, { chunks, ...at }]) => [
      table,
      () => readTexts(files, { ...at, tenant_id, integration_id, table }, chunks),
    ]),
  );
};

/**
 * Deletes evaluations that are no longer read. Kept are `shownScanId`, for pages that are open, and
 * the one that it is compared with until this scan is published.
 */
const retireOldEvaluations = async (
  deps: EvaluateDeps,
  scan: Scan,
  shownScanId: string | undefined,
): Promise<void> => {
  const evaluations = evaluationStore(deps.db, scan.tenant_id);
  const all = await evaluations.of(scan.integration_id);
  const previous = all.find(({ scan_id }) => scan_id === shownScanId)?.previous_scan_id;
  for (const old of all) {
    if (![shownScanId, previous, scan._id].includes(old.scan_id)) await retireEvaluation(deps, old);
  }
};

const idOf = ({ rule_id }: Rule): string => rule_id;

/** The results of the evaluated rules; for those that failed, only that they failed. */
const resultOf = (
  { rules: results }: Pick<Evaluation, 'rules'>,
  evaluatedRules: readonly Rule[],
): EvaluatorResult => {
  const all = evaluatedRules.flatMap(({ rule_id }) => results[rule_id] ?? []);
  const successes = all.filter(({ run_error }) => run_error === undefined);
  const resources = sumOf(successes.map(({ counts }) => counts));
  return { rules: all.length, resources, run_errors: all.length - successes.length };
};

/** Evaluates the rules one by one, between users' queries; undefined if the scan is over. */
const runEvaluation = async (
  deps: EvaluateDeps,
  state: Omit<EvaluationState, 'ask' | 'until'>,
  rules: readonly Rule[],
): Promise<Record<string, RuleResult> | undefined> => {
  const { tenant_id, _id } = state.scan;
  const { signal, end } = watchScan(deps, [tenant_id, _id], deps.times?.pollMs);
  const tables = tablesOf(deps, state.scan, state.contents);
  try {
    return await deps.sql.using(
      { tenant_id, rows: _id },
      tables,
      // The time limit starts with the turn: the embedded edition evaluates one scan at a time.
      (runSql) =>
        evaluateAll(
          deps,
          { ...state, ask: runSql, until: deps.clock() + evaluationTimeout },
          rules,
        ),
      { signal, givesWay: true },
    );
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    end();
  }
};

/**
 * Evaluates the compliance rules over what a scan has collected, and stores their findings, which
 * are shown once the scan is published. A rule that cannot be evaluated reports why, and does not
 * make the scan fail.
 */
export const evaluateScan =
  (deps: EvaluateDeps) =>
  async (event: unknown): Promise<Record<string, never>> => {
    const { tenant_id, scan_id } = scanRef.parse(event);
    const { db, clock, files } = deps;
    const found = await findOngoingScan(deps, tenant_id, scan_id);
    if (!found?.integration) return {};
    const scan = await failLostTables(deps, found.scan);
    // Nothing was read: the earlier results stay.
    if (!hasReadAnyTable(scan)) return {};
    const { integration_id, integration_type } = scan;
    const all = [...deps.rules, ...(await loadEnabledOwnRules(db, tenant_id))];
    const { included, excluded } = partitionRules(scan, all);
    if (included.length === 0) return {};
    const latest = (await snapshotStore(db, tenant_id).get(integration_id))?.latest;
    const contents = contentsAfter(scan, latest);
    const evaluations = evaluationStore(db, tenant_id);
    const shownScanId = latest?.evaluated;
    const previous =
      shownScanId === undefined ? undefined : await evaluations.get(integration_id, shownScanId);
    const baseFields = {
      integration_id,
      integration_type,
      scan_id,
      evaluated_at: scan.created_at,
      ...(shownScanId !== undefined && { previous_scan_id: shownScanId }),
    };
    await retireOldEvaluations(deps, scan, shownScanId);
    // Stored before any file, so that the files of a killed process can be found and deleted.
    const rule_ids = [...included, ...excluded].map(idOf);
    await evaluations.put({ ...baseFields, rules: {}, rule_ids, totals: noCounts() });
    const tagsIn = openTagsReader(deps, scan, contents);
    const valid = await readValidExceptions(deps, tenant_id);
    const state = { scan, contents, previous, latest, valid, tagsIn };
    const results = await runEvaluation(deps, state, included);
    if (!results) return {};
    const rules = { ...(await keepExcludedResults(files, scan, excluded, previous)), ...results };
    const totals = sumOf(Object.values(rules).map(({ counts }) => counts));
    const outcome = { rules, totals };
    const evaluation = await applyExceptions(
      files,
      { ...baseFields, ...outcome, tenant_id },
      valid,
    );
    const benchmarks = benchmarkTotals([evaluation], all);
    const history = { totals: evaluation.totals, benchmarks };
    await evaluations.put({ ...baseFields, ...outcome, history });
    await scanStore(db, tenant_id).change(scan_id, {
      evaluator_result: resultOf(evaluation, included),
      untold: changesToNotify(included, results),
      updated_at: isoTime(clock()),
    });
    return {};
  };
