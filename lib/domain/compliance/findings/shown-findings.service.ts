import type { Files } from '#lib/ports/files.ts';
import type { ComplianceDeps } from '../compliance.service.ts';
import { hasFindings } from '../evaluations/evaluation.rules.ts';
import type { ShownEvaluation } from '../evaluations/shown-evaluations.service.ts';
import {
  applyException,
  type ShownFinding,
  type ValidExceptions,
} from '../exceptions/exception.rules.ts';
import { readValidExceptions } from '../exceptions/valid-exceptions.service.ts';
import {
  type FindingsRef,
  readFindings,
  readFindingsFrom,
  readFindingsOf,
} from './findings.service.ts';

/** What reading findings needs: the files, and the exceptions in force. */
export type FindingsReader = { files: Pick<Files, 'get'>; valid: ValidExceptions };

export const openFindingsReader = async (
  deps: Pick<ComplianceDeps, 'db' | 'clock' | 'files'>,
  tenantId: string,
): Promise<FindingsReader> => ({
  files: deps.files,
  valid: await readValidExceptions(deps, tenantId),
});

/** The findings of one rule at one scan, with exceptions applied. */
export const readShownFindings = async (
  files: Pick<Files, 'get'>,
  at: FindingsRef,
  valid: ValidExceptions,
): Promise<ShownFinding[]> => (await readFindings(files, at)).map(applyException(valid, at));

/** The same starting at a place in the file, each with the place after it. */
export async function* readShownFindingsFrom(
  files: Pick<Files, 'get'>,
  at: FindingsRef,
  valid: ValidExceptions,
  from: number,
): AsyncGenerator<{ finding: ShownFinding; after: number }> {
  const show = applyException(valid, at);
  for await (const { finding, after } of readFindingsFrom(files, at, from)) {
    yield { finding: show(finding), after };
  }
}

/** The findings of a rule for one integration; empty if it was never evaluated. */
export const readFindingsOfRule = async (
  { files, valid }: FindingsReader,
  { evaluation: { tenant_id, integration_id, scan_id, rules: results } }: ShownEvaluation,
  rule_id: string,
): Promise<ShownFinding[]> => {
  const result = results[rule_id];
  if (!result || !hasFindings(result)) return [];
  return readShownFindings(files, { tenant_id, integration_id, rule_id, scan_id }, valid);
};

/** The findings about these resources there. */
export const readFindingsAbout = async (
  { files, valid }: FindingsReader,
  { evaluation: { tenant_id, integration_id, scan_id, rules: results } }: ShownEvaluation,
  rule_id: string,
  resources: { has(resource: string): boolean },
): Promise<ShownFinding[]> => {
  const result = results[rule_id];
  if (!result || !hasFindings(result)) return [];
  const at = { tenant_id, integration_id, rule_id, scan_id };
  return (await readFindingsOf(files, at, resources)).map(applyException(valid, at));
};
