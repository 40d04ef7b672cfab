import type { Database } from '#lib/kernel/database.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import { secretTextsOf } from './call.rules.ts';
import { referencesIn } from './form.rules.ts';
import { integrationTypeOf } from './catalogue.ts';
import { integrationStore } from './integration.store.ts';
import type { OpenedIntegration } from './opened-integration.ts';
import { openValues } from './sealed-values.service.ts';

/**
 * Opens an integration with its secrets for the engine; undefined if the organisation has none with
 * this id. Throws CannotOpen if the key that sealed the secrets is gone.
 */
export const openIntegration = ({ db, secrets }: { db: Database; secrets: Secrets }) => {
  const open = async (tenantId: string, id: string): Promise<OpenedIntegration | undefined> => {
    const found = await integrationStore(db, tenantId).get(id);
    const type = found && integrationTypeOf(found.cspName);
    if (!found || !type) return undefined;
    const values = { ...found.values, ...(await openValues(secrets, found)) };
    const [reference] = referencesIn(type, found.values);
    const account = reference && (await open(tenantId, reference.id));
    return {
      tenant_id: tenantId,
      accountId: found._id,
      revision: found.revision,
      alias: found.alias,
      type,
      ...(found.sample !== undefined && { sample: true as const }),
      ...(account && { account }),
      hosts: found.hosts,
      values,
      secrets: secretTextsOf(type, values),
    };
  };
  return open;
};
