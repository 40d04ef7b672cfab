import type { Database } from '#lib/kernel/database.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Action } from './definition.schema.ts';
import type { OwnAction } from './own-action.schema.ts';
import { ownActionStore } from './own-action.store.ts';
import { actionOf } from './ready-made.ts';

/**
 * The action of an id that an organisation may run: one that comes with the product, or its own as
 * it is now.
 */
export const actionFor = async (
  db: Database,
  tenantId: string,
  id: string,
): Promise<Action | undefined> => actionOf(id) ?? ownActionStore(db, tenantId).get(id);

/** One of its own; refuses what is not. */
export const ownActionFor = async (
  db: Database,
  tenantId: string,
  id: string,
): Promise<OwnAction> => {
  const found = await ownActionStore(db, tenantId).get(id);
  if (!found) throw notFound('action');
  return found;
};

/** How the engine finds the actions that organisations made. */
export const findOwnAction =
  (db: Database) =>
  (tenantId: string, id: string): Promise<OwnAction | undefined> =>
    ownActionStore(db, tenantId).get(id);
