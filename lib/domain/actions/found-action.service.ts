import type { Database } from '#lib/kernel/database.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Action } from './definition.schema.ts';
import type { OwnAction } from './own-action.schema.ts';
import { actionVersionStore, ownActionStore } from './own-action.store.ts';
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

/** One of its own as it was in a version; a number above the present one is that of no version. */
export const asOfVersion = async (
  db: Database,
  now: OwnAction,
  version: number,
): Promise<OwnAction> => {
  const { tenant_id, _id } = now;
  const versions = actionVersionStore(db, tenant_id);
  const found = version > now.version ? undefined : await versions.get(_id, version);
  if (!found) throw notFound('version');
  const { action, saved_at: updated_at, saved_by: updated_by } = found;
  const { user_id, created_at } = now;
  return { ...action, tenant_id, _id, user_id, created_at, version, updated_at, updated_by };
};

/** How the engine finds the actions that organisations made. */
export const findOwnAction =
  (db: Database) =>
  (tenantId: string, id: string): Promise<OwnAction | undefined> =>
    ownActionStore(db, tenantId).get(id);
