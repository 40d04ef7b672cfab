import { responseBytes } from '#lib/kernel/response-size.ts';
import { openCursor, sealCursor } from '#lib/kernel/cursor.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { complianceRoutes } from '../compliance.routes.ts';
import {
  earlierScanNote,
  exportRowOf,
  requestedBenchmark,
  rowsOf,
  type RuleResultFilter,
} from '../compliance.rules.ts';
import type { ExportRow, RuleRow } from '../compliance.schema.ts';
import type { ComplianceDeps } from '../compliance.service.ts';
import { evaluationsWithExceptions } from '../evaluations/with-exceptions.service.ts';
import { hasFindings } from '../evaluations/evaluation.rules.ts';
import type { ShownEvaluation } from '../evaluations/shown-evaluations.service.ts';
import { loadAllRules } from '../own/all-rules.service.ts';
import { type AgeFilter, hasAge, isOfAge } from './age.rules.ts';
import {
  type FindingsReader,
  openFindingsReader,
  readShownFindingsFrom,
} from './shown-findings.service.ts';

/** The most lines in one part of the file, and their size in bytes. */
const maxLinesPerPart = 5000;
const maxBytesPerPart = 4 * 1024 * 1024;

/** The findings of one rule for one integration. */
type Part = {
  row: RuleRow;
  at: ShownEvaluation;
  filter: RuleResultFilter & AgeFilter;
  matchesAge: ReturnType<typeof isOfAge>;
};

/** The lines of a part, starting at a place in its file, each with the place after it. */
async function* linesOf(
  { files, valid }: FindingsReader,
  { row, at: { evaluation }, filter: { criticality, run_error, ...age }, matchesAge }: Part,
  from: number,
): AsyncGenerator<{ line: ExportRow; after: number }> {
  const { rule_id } = row;
  const result = evaluation.rules[rule_id];
  if (!result) return;
  const { run_error: message } = result;
  // A rule that could not run gets a line for its error, before its findings.
  const errorLineCount = message === undefined ? 0 : 1;
  if (message !== undefined && from === 0) {
    const errorFields = { resource: '', region: '', account_id: '', reason: message };
    const matchesCriticality = criticality === undefined || criticality === 'error';
    const line = exportRowOf(row, { ...errorFields, status: 'error' });
    // A rule that could not run has no findings of any age.
    if (matchesCriticality && (run_error || !hasAge(age))) yield { line, after: errorLineCount };
  }
  if (!hasFindings(result)) return;
  const status = run_error ? 'error' : criticality;
  const note = earlierScanNote(result);
  const findingsRef = { ...evaluation, rule_id };
  const start = Math.max(from - errorLineCount, 0);
  for await (const { finding, after } of readShownFindingsFrom(files, findingsRef, valid, start)) {
    if ((status !== undefined && finding.status !== status) || !matchesAge(finding)) continue;
    const reason = [finding.reason, ...(note === undefined ? [] : [note])].join(' ');
    yield { line: exportRowOf(row, { ...finding, reason }), after: after + errorLineCount };
  }
}

/** One part of the file, which continues after the previous one, rule by rule. */
const exportFrom = async (
  reader: FindingsReader,
  parts: readonly Part[],
  from: { part: number; at: number },
) => {
  const items: ExportRow[] = [];
  let bytes = 0;
  for (const [offset, one] of parts.slice(from.part).entries()) {
    const part = from.part + offset;
    for await (const { line, after } of linesOf(reader, one, offset === 0 ? from.at : 0)) {
      items.push(line);
      bytes += responseBytes(line);
      const isFull = items.length === maxLinesPerPart || bytes >= maxBytesPerPart;
      if (isFull) return { items, next: { part, at: after } };
    }
  }
  return { items };
};

/** All lines of compliance.csv, in several parts. */
export const exportCompliance =
  (deps: ComplianceDeps): Service<typeof complianceRoutes>['exportCompliance'] =>
  async ({ tenant_id }, { next, ...filter }) => {
    const { db, clock } = deps;
    if (!requestedBenchmark(filter)) {
      throw badRequest('Choose a benchmark: the export lists its controls.', {
        field: 'benchmark',
      });
    }
    const reader = await openFindingsReader(deps, tenant_id);
    const evaluations = await evaluationsWithExceptions(deps, tenant_id, filter);
    const matchesAge = isOfAge(filter, clock());
    // The age filters the findings when they are read, not the rules.
    const { new_since: _n, open_days: _o, ...ruleFilter } = filter;
    const parts = rowsOf(await loadAllRules(db, tenant_id), evaluations, ruleFilter).flatMap(
      (row) =>
        evaluations
          .filter(({ evaluation }) => evaluation.rules[row.rule_id])
          .map((at) => ({ row, at, filter, matchesAge })),
    );
    const scans = evaluations.map(({ evaluation }) => evaluation.scan_id);
    const order = parts.map(({ row, at }) => [row.rule_id, at.evaluation.integration_id]);
    // The scope of the cursor: a new scan, exception or change of a rule would shift the rest of
    // the lines, so the export must then start again.
    const scope = JSON.stringify([tenant_id, filter, scans, sha256(JSON.stringify(order))]);
    const key = await db.cursorKey();
    const cursor = next === undefined ? { part: 0, at: 0 } : openCursor(key, scope, next);
    const from = { part: Number(cursor.part), at: Number(cursor.at) };
    const page = await exportFrom(reader, parts, from);
    return {
      items: page.items,
      ...(page.next && { next: sealCursor(key, scope, page.next) }),
    };
  };
