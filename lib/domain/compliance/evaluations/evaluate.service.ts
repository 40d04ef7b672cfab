import { isoTime } from '#lib/kernel/clock.ts';
import type { Files } from '#lib/ports/files.ts';
import {
  afterCollecting,
  type ScanDeps,
  scanGoingOn,
  scanNamed,
} from '../../inventory/scans/scan-progress.service.ts';
import type { EvaluatorResult, Scan } from '../../inventory/scans/scan.schema.ts';
import { hasRead } from '../../inventory/scans/scan.rules.ts';
import { scanStore } from '../../inventory/scans/scan.store.ts';
import { watchScan } from '../../inventory/scans/watch-scan.service.ts';
import { readTexts } from '../../inventory/snapshots/rows.service.ts';
import { contentsAfter } from '../../inventory/snapshots/snapshot.rules.ts';
import type { SnapshotContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { snapshotStore } from '../../inventory/snapshots/snapshot.store.ts';
import type { Sql, SqlTables } from '../../inventory/sql.ts';
import { tagsOf, type TagsByResource } from '../../inventory/snapshots/tags.service.ts';
import { validExceptions } from '../exceptions/valid-exceptions.service.ts';
import { noCounts, sumOf } from '../findings/findings.rules.ts';
import { enabledOwnRules } from '../own/all-rules.service.ts';
import type { Rule } from '../rule.schema.ts';
import { untoldOf } from './changes.service.ts';
import type { Evaluation, RuleResult } from './evaluation.schema.ts';
import { evaluationStore } from './evaluation.store.ts';
import { retireEvaluation } from './forget.service.ts';
import { benchmarkTotals } from './evaluation.rules.ts';
import { countedEvaluation } from './counted.service.ts';
import { evaluateRule, type Work } from './evaluate-rule.service.ts';
import { keepUnasked, rulesFor } from './unasked.service.ts';

export type EvaluateDeps = Pick<ScanDeps, 'db' | 'clock' | 'log'> & {
  files: Files;
  sql: Sql;
  rules: readonly Rule[];
  /** How often it looks whether the scan is cancelled (ms). */
  times?: { look: number };
};

/** All rules of a scan together (ms); those without an answer by then are told so. */
const longest = 12 * 60_000;

/** Rules whose files are read and written side by side; their SQL runs one after the other. */
const atOnce = 10;

/** What each rule came to; undefined where the scan is over meanwhile. */
const evaluateAll = async (
  deps: EvaluateDeps,
  work: Work,
  rules: readonly Rule[],
): Promise<Record<string, RuleResult> | undefined> => {
  const { tenant_id, _id } = work.scan;
  const results: (readonly [string, RuleResult])[] = [];
  for (let from = 0; from < rules.length; from += atOnce) {
    if (!(await scanGoingOn(deps, tenant_id, _id))?.integration) return undefined;
    const some = rules.slice(from, from + atOnce);
    results.push(...(await Promise.all(some.map((rule) => evaluateRule(deps, work, rule)))));
  }
  return Object.fromEntries(results);
};

const openTags = ({ files }: EvaluateDeps, scan: Scan, contents: SnapshotContents) => {
  const { tenant_id, integration_id } = scan;
  const read = new Map<string, Promise<TagsByResource>>();
  return (table: string): Promise<TagsByResource> => {
    const found = contents.tables[table];
    if (!found || found.tagged === 0) return Promise.resolve(new Map());
    const { chunks, ...at } = found;
    const reading =
      read.get(table) ?? tagsOf(files, { ...at, tenant_id, integration_id, table }, chunks);
    read.set(table, reading);
    return reading;
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
 * Removes evaluations that nobody reads any more. `shown` stays for pages that are open, and what
 * it is compared with until this scan is shown.
 */
const removeOld = async (
  deps: EvaluateDeps,
  scan: Scan,
  shown: string | undefined,
): Promise<void> => {
  const evaluations = evaluationStore(deps.db, scan.tenant_id);
  const all = await evaluations.of(scan.integration_id);
  const previous = all.find(({ scan_id }) => scan_id === shown)?.previous_scan_id;
  for (const old of all) {
    if (![shown, previous, scan._id].includes(old.scan_id)) await retireEvaluation(deps, old);
  }
};

const idOf = ({ rule_id }: Rule): string => rule_id;

/** What the rules came to that were asked; of those without an answer that they have none. */
const resultOf = (
  { rules: results }: Pick<Evaluation, 'rules'>,
  asked: readonly Rule[],
): EvaluatorResult => {
  const all = asked.flatMap(({ rule_id }) => results[rule_id] ?? []);
  const answered = all.filter(({ run_error }) => run_error === undefined);
  const resources = sumOf(answered.map(({ counts }) => counts));
  return { rules: all.length, resources, run_errors: all.length - answered.length };
};

/** Asks them one after the other, between people's queries; undefined where the scan is over. */
const ask = async (
  deps: EvaluateDeps,
  work: Omit<Work, 'ask' | 'until'>,
  rules: readonly Rule[],
): Promise<Record<string, RuleResult> | undefined> => {
  const { tenant_id, _id } = work.scan;
  const { signal, end } = watchScan(deps, [tenant_id, _id], deps.times?.look);
  const tables = tablesOf(deps, work.scan, work.contents);
  try {
    return await deps.sql.using(
      { tenant_id, rows: _id },
      tables,
      // Its time begins with its turn: the embedded edition asks for one scan after the other.
      (asks) => evaluateAll(deps, { ...work, ask: asks, until: deps.clock() + longest }, rules),
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
 * Asks the compliance rules about what a scan has collected, and keeps their findings; publishing
 * the scan shows them. A rule that has no answer says why, and fails nothing.
 */
export const evaluateScan =
  (deps: EvaluateDeps) =>
  async (event: unknown): Promise<Record<string, never>> => {
    const { tenant_id, scan_id } = scanNamed.parse(event);
    const { db, clock, files } = deps;
    const found = await scanGoingOn(deps, tenant_id, scan_id);
    if (!found?.integration) return {};
    const scan = await afterCollecting(deps, found.scan);
    // Nothing was read: what is known of the account stays as it is.
    if (!hasRead(scan)) return {};
    const { integration_id, integration_type } = scan;
    const all = [...deps.rules, ...(await enabledOwnRules(db, tenant_id))];
    const { asked, unasked } = rulesFor(scan, all);
    if (asked.length === 0) return {};
    const latest = (await snapshotStore(db, tenant_id).get(integration_id))?.latest;
    const contents = contentsAfter(scan, latest);
    const evaluations = evaluationStore(db, tenant_id);
    const shown = latest?.evaluated;
    const before = shown === undefined ? undefined : await evaluations.get(integration_id, shown);
    const begun = {
      integration_id,
      integration_type,
      scan_id,
      evaluated_at: scan.created_at,
      ...(shown !== undefined && { previous_scan_id: shown }),
    };
    await removeOld(deps, scan, shown);
    // Before any file, so that what a killed process has written is found and removed.
    const rule_ids = [...asked, ...unasked].map(idOf);
    await evaluations.put({ ...begun, rules: {}, rule_ids, totals: noCounts() });
    const tagsIn = openTags(deps, scan, contents);
    const valid = await validExceptions(deps, tenant_id);
    const work = { scan, contents, before, shown: latest, valid, tagsIn };
    const results = await ask(deps, work, asked);
    if (!results) return {};
    const rules = { ...(await keepUnasked(files, scan, unasked, before)), ...results };
    const totals = sumOf(Object.values(rules).map(({ counts }) => counts));
    const came = { rules, totals };
    const counted = await countedEvaluation(files, { ...begun, ...came, tenant_id }, valid);
    const benchmarks = benchmarkTotals([counted], all);
    const history = { totals: counted.totals, benchmarks };
    await evaluations.put({ ...begun, ...came, history });
    await scanStore(db, tenant_id).change(scan_id, {
      evaluator_result: resultOf(counted, asked),
      untold: untoldOf(asked, results),
      updated_at: isoTime(clock()),
    });
    return {};
  };
