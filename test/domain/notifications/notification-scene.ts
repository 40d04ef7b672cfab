import type { Trigger } from '#lib/domain/executions/execution.schema.ts';
import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import type { Caller, Policies } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { person } from '#test/support/people.ts';
import { emailOf } from '../approvals/sample-approval.ts';
import { commit, startRun } from '../executions/runs.ts';
import type { Scene } from '../scene.ts';

export const day = 24 * 3600_000;

/** A user of the scene's organisation with a predefined role. */
export const roleHolder = ({ tenant_id }: Scene, name: string, role: string): Caller => {
  const roles = predefinedRoles.filter((one) => one.name === role);
  const userType = role === 'Portal-User' ? 'SP_USER' : 'SUBUSER';
  return person(tenant_id, emailOf(name), { userType, roles });
};

/** The same user after one of their roles has denied a permission. */
export const withDeniedPermission = (
  caller: Caller,
  resource: string,
  permission: string,
): Caller => {
  const policies: Policies = { ALLOW: {}, DENY: { [resource]: { [permission]: true } } };
  return { ...caller, roles: [...caller.roles, { _id: 'role_x', name: 'Without', policies }] };
};

export const manualTrigger = (name: string): Trigger => ({
  type: 'manual',
  user_id: emailOf(name),
});
export const eventTrigger: Trigger = { type: 'event', listener_id: 'lst_1', event_id: 'evt_1' };

type Failed = {
  trigger?: Trigger;
  bot_id?: string;
  bot_name?: string;
  /** Milliseconds before now. */
  started?: number;
  ended?: number;
  restarted_by?: string[];
};

/** Records a failed run; returns its id. */
export const createFailedRun = async (scene: Scene, failed: Failed = {}): Promise<string> => {
  const { started = 0, ended = started, restarted_by, ...fields } = failed;
  const { now } = scene.time;
  const id = await startRun(scene, {
    _id: timedId('exc', now - started),
    created_at: isoTime(now - started),
    ...fields,
    ...(restarted_by && { options: { restarted_by } }),
  });
  const finished_at = isoTime(now - ended);
  await commit(scene, id, { state: 'FAILED', finished_at, errors: ['It broke.', 'And more.'] });
  return id;
};

/** The ids of a user's notifications, newest first. */
export const notificationIdsOf = async (scene: Scene, caller: Caller, query: object = {}) => {
  const request = { number_of_items: 100, ...query };
  const { items } = await scene.notifications.listNotifications(caller, request);
  return items.map(({ _id }) => _id);
};
