import type { Database } from '#lib/kernel/database.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import type { Credential } from './credential.schema.ts';
import { credentialStore } from './credential.store.ts';

/** A credential with its secret in the clear: for a request that is about to be sent, only. */
export type OpenedCredential = Pick<
  Credential,
  '_id' | 'name' | 'kind' | 'hosts' | 'username' | 'header_name' | 'param_name'
> & { secret: string };

/**
 * Opens a credential for the engine. One of another organisation is as absent as one that never
 * was. Throws CannotOpen where the key that sealed it is gone.
 */
export const openCredential =
  ({ db, secrets }: { db: Database; secrets: Secrets }) =>
  async (tenantId: string, id: string): Promise<OpenedCredential | undefined> => {
    const found = await credentialStore(db, tenantId).get(id);
    if (!found) return undefined;
    const { sealed_secret, _id, name, kind, hosts, username, header_name, param_name } = found;
    const secret = await secrets.open(tenantId, sealed_secret);
    return { _id, name, kind, hosts, username, header_name, param_name, secret };
  };
