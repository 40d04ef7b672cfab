import type { Database } from '#lib/kernel/database.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Action } from './definition.schema.ts';
import type { OwnAction } from './own-action.schema.ts';
import { actionVersionStore, ownActionStore } from './own-action.store.ts';
import { findReadyMadeAction } from './ready-made.ts';

/**
 * The action with this id that an organisation may run: a ready-made one, or the current version of
 * its own. Undefined if there is none.
 */
export const findAnyAction = async (
  db: Database,
  tenantId: string,
  id: string,
): Promise<Action | undefined> => findReadyMadeAction(id) ?? ownActionStore(db, tenantId).get(id);

/** An own action of the organisation; throws 404 if there is none. */
export const getOwnAction = async (
  db: Database,
  tenantId: string,
  id: string,
): Promise<OwnAction> => {
  const found = await ownActionStore(db, tenantId).get(id);
  if (!found) throw notFound('action');
  return found;
};

/** An own action as of a version; throws 404 if there is none or it is above the current one. */
export const getOwnActionVersion = async (
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

/** The engine's function for finding own actions. */
export const findOwnAction =
  (db: Database) =>
  (tenantId: string, id: string): Promise<OwnAction | undefined> =>
    ownActionStore(db, tenantId).get(id);
