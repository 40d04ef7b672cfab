import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { badRequest, conflict, notFound, Refusal } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { refusalOf } from '../account/permission.rules.ts';
import { requireConnectableType, requireType } from '../integrations/catalogue.service.ts';
import type { actionRoutes } from './action.routes.ts';
import type { ImportMode } from './action-file.schema.ts';
import type { ActionUse, ActionView } from './action.schema.ts';
import { findAnyAction, getOwnAction } from './find-action.service.ts';
import { copyNames, maxOwnActions, writtenPartOf } from './own-action.rules.ts';
import { newAction, type NewAction, type OwnAction } from './own-action.schema.ts';
import { actionVersionStore, ownActionStore } from './own-action.store.ts';
import { viewOfOwn } from './action-view.rules.ts';

export type OwnActionDeps = {
  db: Database;
  clock: Clock;
  /** The bots of an organisation whose published version or draft runs an action. */
  botsRunning: (tenantId: string, actionId: string) => Promise<ActionUse[]>;
};

type Calls = Service<typeof actionRoutes>;

const nameTaken = () => conflict('An action with this name already exists.', { field: 'name' });

const staleVersion = () =>
  conflict('Somebody changed this action after you opened it. Open it again, then change it.', {
    field: 'base_version',
  });

/** The integration types that an action calls over HTTP, with the fields that name them. */
const calledTypes = (action: NewAction): [field: string, type: string][] => {
  if (action.executable_type === 'rest') return [['integration_type', action.integration_type]];
  if (action.executable_type !== 'python') return [];
  return action.call.clients.map(({ integration_type }, index) => [
    `call.clients.${index}.integration_type`,
    integration_type,
  ]);
};

/** Throws 400 for integration types with which this kind of action cannot work. */
const refuseTypes = (action: NewAction): void => {
  requireConnectableType(action.integration_type);
  refuseHost(action);
  for (const [field, name] of calledTypes(action)) {
    const { displayName, base_url } = requireConnectableType(name);
    const message = `${displayName} cannot be called over HTTP. Choose another type.`;
    if (base_url === undefined) throw badRequest(message, { field });
  }
};

/** Throws 400 if an absolute path leads to a host that does not belong to the integration type. */
const refuseHost = (action: NewAction): void => {
  if (action.executable_type !== 'rest' || action.call.path.startsWith('/')) return;
  const { displayName, hosts = [] } = requireConnectableType(action.integration_type);
  if (hosts.includes(new URL(action.call.path).host)) return;
  const message = `${displayName} has no such host. Begin with / to use the integration's address.`;
  throw badRequest(message, { field: 'call.path' });
};

const toView = (one: OwnAction): ActionView => viewOfOwn(one, requireType(one.integration_type));

const actionAccess = ({ db }: OwnActionDeps, { tenant_id }: Caller) => ({
  store: ownActionStore(db, tenant_id),
  versions: actionVersionStore(db, tenant_id),
  find: (id: string) => getOwnAction(db, tenant_id, id),
});

/** The bots that use an action. Callers who may not see bots do not get names and ids. */
const botsUsing = async (
  { botsRunning }: OwnActionDeps,
  caller: Caller,
  id: string,
): Promise<ActionUse[]> => {
  const uses = await botsRunning(caller.tenant_id, id);
  if (!refusalOf(caller, guards.getBot)) return uses;
  return uses.map((use) => ({ ...use, bot_id: '', name: 'A bot that you may not see' }));
};

/** Stores a new action; its version first, so that an interrupted save leaves none without one. */
const create = async (
  deps: OwnActionDeps,
  caller: Caller,
  action: NewAction,
): Promise<ActionView> => {
  const { store, versions, find } = actionAccess(deps, caller);
  refuseTypes(action);
  // Concurrent calls may exceed the limit slightly. It only keeps lists short that are read whole,
  // so an exact counter is not worth a further item that has to be kept consistent.
  const { length } = await store.summaries();
  if (length >= maxOwnActions) {
    throw conflict(`Your organisation has ${maxOwnActions} actions. Delete one first.`);
  }
  const { tenant_id, user_id } = caller;
  const now = deps.clock();
  const at = isoTime(now);
  const _id = timedId('act', now);
  const systemFields = { tenant_id, _id, version: 1, user_id, updated_by: user_id };
  const created: OwnAction = { ...action, ...systemFields, created_at: at, updated_at: at };
  await store.underName(created, { now, taken: nameTaken }, async () => {
    await versions.create(_id, { version: 1, saved_by: user_id, saved_at: at, action });
    await store.create(created);
  });
  return toView(await find(_id));
};

/** Saves a change as the next free version number; an interrupted save may have taken some. */
const change = async (
  deps: OwnActionDeps,
  caller: Caller,
  { action_id: id, base_version, action }: ActionEdit,
): Promise<ActionView> => {
  const { store, versions, find } = actionAccess(deps, caller);
  const previous = await find(id);
  if (previous.version !== base_version) throw staleVersion();
  refuseTypes(action);
  const now = deps.clock();
  const versionFields = { saved_by: caller.user_id, saved_at: isoTime(now), action };
  const save = async () => {
    let version = previous.version + 1;
    while (!(await versions.create(id, { ...versionFields, version }))) version += 1;
    const { tenant_id, _id, user_id, created_at } = previous;
    const systemFields = { tenant_id, _id, user_id, created_at, version };
    const times = { updated_at: versionFields.saved_at, updated_by: caller.user_id };
    if (await store.replace(previous, { ...action, ...systemFields, ...times })) return;
    await versions.delete(id, version);
    throw staleVersion();
  };
  const isSameName = action.name === previous.name;
  const nameClaim = { _id: id, name: action.name };
  await (isSameName ? save() : store.underName(nameClaim, { now, taken: nameTaken }, save));
  return toView(await find(id));
};

type ActionEdit = { action_id: string; base_version: number; action: NewAction };

/** Creates an action under the first free name for a copy. */
const createCopy = async (
  deps: OwnActionDeps,
  caller: Caller,
  action: NewAction,
): Promise<ActionView> => {
  const { store } = actionAccess(deps, caller);
  const takenNames = new Set((await store.summaries()).map(({ name }) => name.toLowerCase()));
  const freeNames = copyNames(action.name).filter((one) => !takenNames.has(one.toLowerCase()));
  for (const name of freeNames) {
    try {
      return await create(deps, caller, newAction.parse({ ...action, name }));
    } catch (error) {
      // A concurrent copy has taken this name: the next one may be free.
      if (!(error instanceof Refusal && error.extra.field === 'name')) throw error;
    }
  }
  throw conflict('This action has too many copies. Delete one first.');
};

/** Saves an action as the next version of the one with the same name, or as a new one. */
const addVersion = async (
  deps: OwnActionDeps,
  caller: Caller,
  action: NewAction,
): Promise<ActionView> => {
  const refusal = refusalOf(caller, guards.updateAction);
  if (refusal) throw refusal;
  const targetName = action.name.toLowerCase();
  const summaries = await actionAccess(deps, caller).store.summaries();
  const found = summaries.find(({ name }) => name.toLowerCase() === targetName);
  if (!found) return create(deps, caller, action);
  return change(deps, caller, { action_id: found._id, base_version: found.version, action });
};

/** Copies any action as one of the organisation's own. */
const duplicate =
  (deps: OwnActionDeps): Calls['duplicateAction'] =>
  async (caller, { action_id }) => {
    const found = await findAnyAction(deps.db, caller.tenant_id, action_id);
    if (!found) throw notFound('action');
    return createCopy(deps, caller, writtenPartOf(found));
  };

const refuseUsed = (uses: readonly ActionUse[]): void => {
  const [first, ...more] = uses;
  if (!first) return;
  const names = more.length === 0 ? `"${first.name}"` : `"${first.name}" and ${more.length} more`;
  const error =
    `${names} would fail: ${uses.length === 1 ? 'it uses' : 'they use'} this action. ` +
    'Remove the action there first, or delete it anyway.';
  const detail = uses.slice(0, 50).map(({ name }) => ({ msg: name, loc: ['used_by'] }));
  throw conflict(error, { field: 'used_by', detail });
};

type Save = (caller: Caller, action: NewAction) => Promise<ActionView>;

/** The functions that save an imported action, by way of import. */
export const importSaversOf = (deps: OwnActionDeps): Record<ImportMode, Save> => ({
  new: (caller, action) => create(deps, caller, action),
  copy: (caller, action) => createCopy(deps, caller, action),
  version: (caller, action) => addVersion(deps, caller, action),
});

type OwnCalls =
  | 'createAction'
  | 'updateAction'
  | 'deleteAction'
  | 'duplicateAction'
  | 'listActionVersions'
  | 'restoreActionVersion'
  | 'getActionUse';

/** Calls that change own actions, list their versions, or report their use. */
export const ownActionCalls = (deps: OwnActionDeps): Pick<Calls, OwnCalls> => ({
  createAction: importSaversOf(deps).new,

  updateAction: (caller, { action_id, base_version, ...action }) =>
    change(deps, caller, { action_id, base_version, action }),

  duplicateAction: duplicate(deps),

  async listActionVersions(caller, { action_id, ...request }) {
    const { versions, find } = actionAccess(deps, caller);
    const { version: present } = await find(action_id);
    const page = await versions.page(action_id, request, present);
    const items = page.items.map(({ version, saved_by, saved_at, action: { name } }) => ({
      version,
      saved_by,
      saved_at,
      name,
      is_current: version === present,
    }));
    return { ...page, items };
  },

  async restoreActionVersion(caller, { action_id, version, base_version }) {
    const { versions, find } = actionAccess(deps, caller);
    const { version: present } = await find(action_id);
    const found = version > present ? undefined : await versions.get(action_id, version);
    if (!found) throw notFound('version');
    return change(deps, caller, { action_id, base_version, action: found.action });
  },

  async getActionUse(caller, { action_id }) {
    if (!(await findAnyAction(deps.db, caller.tenant_id, action_id))) throw notFound('action');
    return { items: await botsUsing(deps, caller, action_id) };
  },

  async deleteAction(caller, { action_id, although_used }) {
    const { store, versions, find } = actionAccess(deps, caller);
    await find(action_id);
    if (although_used === 'false') refuseUsed(await botsUsing(deps, caller, action_id));
    if (!(await store.delete(action_id))) throw notFound('action');
    await versions.deleteAll(action_id);
    return {};
  },
});
