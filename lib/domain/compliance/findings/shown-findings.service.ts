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

/** What findings are read with: the files, and the exceptions that count. */
export type Reading = { files: Pick<Files, 'get'>; valid: ValidExceptions };

export const openReading = async (
  deps: Pick<ComplianceDeps, 'db' | 'clock' | 'files'>,
  tenantId: string,
): Promise<Reading> => ({
  files: deps.files,
  valid: await validExceptions(deps, tenantId),
});

/** The findings of one rule at one scan as people see them: some are under an exception. */
export const shownFindings = async (
  files: Pick<Files, 'get'>,
  at: FindingsAt,
  valid: ValidExceptions,
): Promise<ShownFinding[]> => (await readFindings(files, at)).map(shownFinding(valid, at));

/** The same from a place in their file on, each with the place after it. */
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

/** What a rule found at one integration; nothing of one that never could be evaluated. */
export const foundAt = async (
  { files, valid }: Reading,
  { evaluation: { tenant_id, integration_id, scan_id, rules: results } }: Shown,
  rule_id: string,
): Promise<ShownFinding[]> => {
  const result = results[rule_id];
  if (!result || !hasFindings(result)) return [];
  return shownFindings(files, { tenant_id, integration_id, rule_id, scan_id }, valid);
};

/** What it found of some resources there. */
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
