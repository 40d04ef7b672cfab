import type { Files } from '#lib/ports/files.ts';
import type { ComplianceDeps } from '../compliance.service.ts';
import { hasFindings } from '../evaluations/evaluation.rules.ts';
import type { Shown } from '../evaluations/shown.service.ts';
import {
  type ShownFinding,
  shownFinding,
  type ValidExceptions,
} from '../exceptions/exception.rules.ts';
import { validExceptions } from '../exceptions/valid-exceptions.service.ts';
import {
  type FindingsAt,
  findingsFrom,
  readFindings,
  readFindingsOf,
} from './findings.service.ts';

/** What reading findings needs: the files, and the exceptions in force. */
export type Reading = { files: Pick<Files, 'get'>; valid: ValidExceptions };

export const openReading = async (
  deps: Pick<ComplianceDeps, 'db' | 'clock' | 'files'>,
  tenantId: string,
): Promise<Reading> => ({
  files: deps.files,
  valid: await validExceptions(deps, tenantId),
});

/** The findings of one rule at one scan, with exceptions applied. */
export const shownFindings = async (
  files: Pick<Files, 'get'>,
  at: FindingsAt,
  valid: ValidExceptions,
): Promise<ShownFinding[]> => (await readFindings(files, at)).map(shownFinding(valid, at));

/** The same starting at a place in the file, each with the place after it. */
export async function* shownFindingsFrom(
  files: Pick<Files, 'get'>,
  at: FindingsAt,
  valid: ValidExceptions,
  from: number,
): AsyncGenerator<{ finding: ShownFinding; after: number }> {
  const show = shownFinding(valid, at);
  for await (const { finding, after } of findingsFrom(files, at, from)) {
    yield { finding: show(finding), after };
  }
}

/** The findings of a rule for one integration; empty if it was never evaluated. */
export const foundAt = async (
  { files, valid }: Reading,
  { evaluation: { tenant_id, integration_id, scan_id, rules: results } }: Shown,
  rule_id: string,
): Promise<ShownFinding[]> => {
  const result = results[rule_id];
  if (!result || !hasFindings(result)) return [];
  return shownFindings(files, { tenant_id, integration_id, rule_id, scan_id }, valid);
};

/** The findings about these resources there. */
export const foundOf = async (
  { files, valid }: Reading,
  { evaluation: { tenant_id, integration_id, scan_id, rules: results } }: Shown,
  rule_id: string,
  resources: { has(resource: string): boolean },
): Promise<ShownFinding[]> => {
  const result = results[rule_id];
  if (!result || !hasFindings(result)) return [];
  const at = { tenant_id, integration_id, rule_id, scan_id };
  return (await readFindingsOf(files, at, resources)).map(shownFinding(valid, at));
};
