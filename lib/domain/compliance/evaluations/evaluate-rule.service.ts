import type { Files } from '#lib/ports/files.ts';
import type { ScanDeps } from '../../inventory/scans/scan-progress.service.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import type { SnapshotContents } from '../../inventory/snapshots/snapshot.schema.ts';
import type { TagsByResource } from '../../inventory/snapshots/tags.service.ts';
import { type RunSql, SqlFailure } from '../../inventory/sql.ts';
import { failureText } from '../../inventory/sql-failure.ts';
import { tablesReadBy } from '../rule-sql.rules.ts';
import { isExcepted, needsWork, type ValidExceptions } from '../exceptions/exception.rules.ts';
import type { Finding } from '../findings/finding.schema.ts';
import { carriedOverFindings, markUnnotified } from '../findings/finding-event.rules.ts';
import { countsOf, findingsOf, noCounts } from '../findings/findings.rules.ts';
import { readFindings, writeFindings } from '../findings/findings.service.ts';
import type { Rule } from '../rule.schema.ts';
import { writeChanges } from './changes.service.ts';
import type { Evaluation, RuleResult } from './evaluation.schema.ts';
import { findingsTimeOf, isOfCurrentQuery } from './evaluation.rules.ts';
import { type PartialRead, partialReadOf } from './partial-read.rules.ts';
import { evaluationProblem, outOfTimeText } from './run-error.ts';

type RuleDeps = Pick<ScanDeps, 'clock' | 'log'> & { files: Files };

/** The state of one evaluation in progress. */
export type EvaluationState = {
  scan: Scan;
  contents: SnapshotContents;
  /** The previous evaluation and the previous snapshot, which are still shown. */
  previous: Evaluation | undefined;
  latest: SnapshotContents | undefined;
  ask: RunSql;
  valid: ValidExceptions;
  /** The tags of the resources of a table, each table read only once. */
  tagsIn: (table: string) => Promise<TagsByResource>;
  /** The time (epoch ms) after which no further rule is evaluated. */
  until: number;
};

const findingsRefOf = ({ tenant_id, integration_id }: Scan, rule_id: string, scan_id: string) => ({
  tenant_id,
  integration_id,
  rule_id,
  scan_id,
});

/** Tables without tags whose rows describe the resources of another table. */
const describedTables: Readonly<Record<string, string>> = {
  aws_iam_credential_report: 'aws_iam_user',
};

/** The tables that may have the tags of a rule's resources: all that it reads. */
const taggedTables = ({ resource_type, sql }: Rule, contents: SnapshotContents): string[] => {
  const tables = [resource_type, ...tablesReadBy(sql, Object.keys(contents.tables))];
  return [...new Set(tables.flatMap((table) => [table, describedTables[table] ?? table]))];
};

/** Adds the tags of their resources to the findings that require work. */
const withTags = async (
  { tagsIn, contents }: EvaluationState,
  rule: Rule,
  findings: readonly Finding[],
): Promise<Finding[]> => {
  if (!findings.some(needsWork)) return [...findings];
  const tagMaps = await Promise.all(taggedTables(rule, contents).map(tagsIn));
  return findings.map((one) => {
    if (!needsWork(one)) return one;
    const tags = tagMaps.map((tagMap) => tagMap.get(one.resource)).find((found) => found);
    return tags ? { ...one, tags } : one;
  });
};

/** The findings of the rule, or the reason why it could not be evaluated. */
const queryFindings = async (
  { clock, log }: RuleDeps,
  state: EvaluationState,
  rule: Rule,
  previousFindings: readonly Finding[],
): Promise<Finding[] | string> => {
  const { scan, contents, ask, until } = state;
  const problem = evaluationProblem(rule, contents);
  if (problem !== undefined) return problem;
  if (clock() > until) return outOfTimeText;
  try {
    const { rows } = await ask(rule.sql);
    const findings = findingsOf(rows, previousFindings, scan.created_at);
    return typeof findings === 'string' ? findings : await withTags(state, rule, findings);
  } catch (error) {
    if (!(error instanceof SqlFailure)) throw error;
    log.warn('A rule could not be evaluated.', { scan_id: scan._id, error });
    return failureText(error, 'rule');
  }
};

/** The result of a rule that could not be evaluated: its earlier findings are still shown. */
const failedResult = (
  previous: Evaluation | undefined,
  rule_id: string,
  { earlier, run_error }: { earlier: readonly Finding[]; run_error: string },
): RuleResult => {
  const result = previous?.rules[rule_id];
  const asked_at = previous && result && findingsTimeOf(result, previous.evaluated_at);
  const { answered = false, changed_at } = result ?? {};
  const commonFields = { run_error, answered, ...(changed_at && { changed_at }) };
  return asked_at === undefined
    ? { counts: noCounts(), ...commonFields }
    : { counts: countsOf(earlier), ...commonFields, asked_at };
};

/**
 * The new findings, marked if bots must not be notified of them yet, and the earlier findings for
 * resources that may be among those not read this time.
 */
const mergeFindings = (
  { valid, scan }: EvaluationState,
  { rule_id }: Rule,
  { earlier, answer }: { earlier: readonly Finding[]; answer: readonly Finding[] },
  partialRead: PartialRead | undefined,
): Finding[] => {
  const { integration_id } = scan;
  const isAccepted = (one: Finding): boolean => isExcepted(valid, { rule_id, integration_id }, one);
  const earlierByResource = new Map(earlier.map((one) => [one.resource, one]));
  return [
    ...answer.map((one) =>
      markUnnotified(one, earlierByResource.get(one.resource), { isAccepted, partialRead }),
    ),
    ...carriedOverFindings(earlier, answer, partialRead),
  ];
};

/** Whether the rule's earlier result is of the same query: otherwise all findings would be new. */
const hasSameQuery = (previous: Evaluation | undefined, rule: Rule): boolean => {
  const result = previous?.rules[rule.rule_id];
  return result?.answered === true && isOfCurrentQuery(result, previous?.evaluated_at ?? '', rule);
};

/** Evaluates a rule and stores its findings; if it fails, its earlier findings are kept. */
export const evaluateRule = async (
  deps: RuleDeps,
  state: EvaluationState,
  rule: Rule,
): Promise<readonly [string, RuleResult]> => {
  const { files } = deps;
  const { scan, previous, contents, latest } = state;
  const { rule_id } = rule;
  const at = findingsRefOf(scan, rule_id, scan._id);
  const earlier = previous
    ? await readFindings(files, findingsRefOf(scan, rule_id, previous.scan_id))
    : [];
  const answer = await queryFindings(deps, state, rule, earlier);
  if (typeof answer === 'string') {
    await writeFindings(files, at, earlier);
    return [rule_id, failedResult(previous, rule_id, { earlier, run_error: answer })];
  }
  const partialRead = partialReadOf(rule, contents, latest);
  const now = mergeFindings(state, rule, { earlier, answer }, partialRead);
  await writeFindings(files, at, now);
  const changes = hasSameQuery(previous, rule)
    ? await writeChanges(files, state, rule, { earlier, now })
    : {};
  // Disabled regions are mentioned only if the rule has a finding in one of them.
  const isReported = partialRead && (!partialRead.isClosed || now.some(partialRead.mayHold));
  const incomplete = isReported && { incomplete: partialRead.problem };
  const queryFields = { answered: true, ...(rule.changed_at && { changed_at: rule.changed_at }) };
  return [rule_id, { counts: countsOf(now), ...queryFields, ...incomplete, ...changes }];
};
