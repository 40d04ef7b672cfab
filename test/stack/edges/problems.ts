import type { Edition } from '#lib/stack/edition.ts';
import type { Template } from '../../support/template.ts';
import { openAccount } from './account.ts';
import { calls } from './calls.ts';
import { deliveries } from './delivery.ts';
import { judge, unneeded } from './edge.ts';
import { functionEdges } from './functions.ts';
import { siteWays } from './site.ts';

/**
 * Follows every use of one resource by another in the template: the used one must exist, be the
 * right one, and permit it. Returns the problems as sentences.
 */
export const problemsOf = (template: Template, edition: Edition): string[] => {
  const account = openAccount(template);
  const findings = [
    ...calls(account),
    ...deliveries(account),
    ...siteWays(account),
    ...functionEdges(account, edition),
  ];
  return [...judge(account, findings), ...unneeded(account, findings)];
};
