import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import { nameInMail } from '#lib/kernel/display-text.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { readRoots } from '../account/caller.service.ts';
import { mailPeople } from '../users/mail.service.ts';
import { userStore } from '../users/user.store.ts';
import type { Integration } from './integration.schema.ts';

export type FailureMailDeps = { db: Database; mail: Mail; log: Log; site: { url: string } };

/** The user who connected it; if that user has left, the root users of the organisation. */
const ownersOf = async (
  { db }: FailureMailDeps,
  { tenant_id, userId }: Integration,
): Promise<string[]> => {
  if (await userStore(db, tenant_id).get(userId)) return [userId];
  return readRoots({ db })(tenant_id);
};

/**
 * Mails the owners of an integration that it no longer works. A mail that cannot be sent is only
 * logged, because notifications and the list of integrations show the failure too.
 */
export const mailFailure = async (
  deps: FailureMailDeps,
  integration: Integration,
  reason: string,
): Promise<void> => {
  const { tenant_id, _id: accountId, cspName } = integration;
  const alias = nameInMail(integration.alias);
  const to = await ownersOf(deps, integration);
  const { requireType } = await import('./catalogue.service.ts');
  const text = [
    `The daily test of the integration "${alias}" (${requireType(cspName).displayName}) failed.`,
    reason,
    'Bots that use it may fail until it works again.',
    `Open the integration: ${linkTo(deps.site, pathTo('integration', { accountId }))}`,
    'You will get no further e-mail about this until the integration has worked again.',
  ];
  const subject = `Integration failed: ${alias}`;
  try {
    const mailOptions = { tenant_id, kind: 'integration_failed', to, strangers: true } as const;
    await mailPeople(deps, { ...mailOptions, subject, text });
  } catch (error) {
    const fields = { area: 'integrations', tenant_id, error };
    deps.log.error('The e-mail about a failed integration could not be sent.', fields);
  }
};
