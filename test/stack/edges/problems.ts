import type { Edition } from '#lib/stack/edition.ts';
import type { Template } from '../../support/template.ts';
import { openAccount } from './account.ts';
import { callFindings } from './calls.ts';
import { deliveryFindings } from './delivery.ts';
import { findProblems, findUnneededPermissions } from './edge.ts';
import { functionUseFindings } from './functions.ts';
import { siteFindings } from './site.ts';

/**
 * Follows every use of one resource by another in the template: the used one must exist, be the
 * right one, and permit it. Returns the problems as sentences.
 */
export const problemsOf = (template: Template, edition: Edition): string[] => {
  const account = openAccount(template);
  const findings = [
    ...callFindings(account),
    ...deliveryFindings(account),
    ...siteFindings(account),
    ...functionUseFindings(account, edition),
  ];
  return [...findProblems(account, findings), ...findUnneededPermissions(account, findings)];
};
