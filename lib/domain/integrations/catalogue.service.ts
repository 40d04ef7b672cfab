import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { countMail } from '../organisations/mail-count.service.ts';
import { catalogue, integrationTypeOf } from './catalogue.ts';
import type { IntegrationType } from './catalogue-entry.schema.ts';
import type { integrationRoutes } from './integration.routes.ts';
import { entryOf } from './integration.rules.ts';
import { requestMail } from './request-mail.rules.ts';

export type CatalogueDeps = {
  db: Database;
  clock: Clock;
  mail: Mail;
  /** The e-mail address that requests for missing types are sent to, if there is one. */
  support: { email?: string };
};

/** The type with this name; throws 404 if the catalogue has none. */
export const requireType = (name: string): IntegrationType => {
  const type = integrationTypeOf(name);
  if (!type) throw notFound('integration type');
  return type;
};

/** The type with this name; throws 404 if there is none, 400 if it can only be requested. */
export const requireConnectableType = (name: string): IntegrationType => {
  const type = requireType(name);
  if (!type.local) return type;
  const message = `${type.displayName} cannot be connected yet. Request it in the catalogue.`;
  throw badRequest(message, { field: 'cspName' });
};

/**
 * As `requireConnectableType`, but also throws 400 if a setup must fill in some fields of its form.
 */
export const requireFormType = (name: string): IntegrationType => {
  const type = requireConnectableType(name);
  if (!type.form.some(({ fixed }) => fixed)) return type;
  const message = `${type.displayName} must be connected with its setup. Open it in the catalogue.`;
  throw badRequest(message, { field: 'cspName' });
};

const noRequestsText =
  'This server does not receive requests. Its operator must set SUPPORT_EMAIL to receive them.';

type CatalogueCalls = 'listIntegrationTypes' | 'requestIntegration';

/** Calls that list what can be connected, and that send requests for more. */
export const catalogueCalls = (
  deps: CatalogueDeps,
): Pick<Service<typeof integrationRoutes>, CatalogueCalls> => ({
  listIntegrationTypes: async () => ({
    items: catalogue.map(entryOf),
    ...(deps.support.email === undefined && { no_requests: noRequestsText }),
  }),

  async requestIntegration(caller, request) {
    const { email } = deps.support;
    if (email === undefined) throw conflict(noRequestsText);
    const { integration_type, wanted = '' } = request;
    const name = integration_type ? requireType(integration_type).displayName : wanted;
    await countMail(deps, caller.tenant_id, 'requests');
    await deps.mail.send(requestMail(request, name, caller, email));
    return { statusCode: 200 };
  },
});
