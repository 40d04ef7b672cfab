import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { forbidden } from '#lib/kernel/refusal.ts';
import { refusalOf } from '../account/permission.rules.ts';
import type { Graph } from './bot.schema.ts';
import { usedSettings } from './settings.rules.ts';
import { credentialRoutes } from '../credentials/credential.routes.ts';
import { credentialStore } from '../credentials/credential.store.ts';

/** The credentials that a graph's nodes use: their ids, each with the name of a node. */
const usedIn = ({ nodes }: Graph): Map<string, string> =>
  new Map(
    nodes.flatMap(({ type, name, settings }): [string, string][] => {
      const { credential_id } = usedSettings(type, settings);
      return typeof credential_id === 'string' ? [[credential_id, name]] : [];
    }),
  );

/**
 * Who lets a bot use a credential must be allowed to see it: 403 otherwise, and the same for one
 * that is not there or of another organisation.
 */
export const refuseForeignCredentials = async (
  db: Database,
  caller: Caller,
  graph: Graph,
): Promise<void> => {
  const used = usedIn(graph);
  const [node] = used.values();
  const refusal = refusalOf(caller, credentialRoutes.getCredential);
  if (node !== undefined && refusal) {
    throw forbidden(`"${node}" uses a credential. ${refusal.message}`);
  }
  const store = credentialStore(db, caller.tenant_id);
  for (const [id, by] of used) {
    if (await store.get(id)) continue;
    throw forbidden(`"${by}" names a credential that is not yours, or was deleted. Choose one.`);
  }
};
