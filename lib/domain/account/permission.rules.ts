import type { Caller, Rights } from '#lib/kernel/caller.ts';
import { forbidden, type Refusal } from '#lib/kernel/refusal.ts';
import { isWrite, type Route } from '#lib/kernel/route.ts';
import { type Row, rowText, verdictOf } from '../roles/policy.rules.ts';

/** Why a caller may or may not make a call. */
export type DecisionReason =
  | { kind: 'agent' | 'agents-only' | 'everyone' | 'read-only' | 'root' | 'root-only' }
  | { kind: 'row'; role: string; row: Row }
  | { kind: 'none'; roles: string[] };

export type Decision = { allowed: boolean; reason: DecisionReason };

/** The fields of a route that a decision depends on. */
export type GuardedRoute = Pick<Route, 'method' | 'permission' | 'resource' | 'holders' | 'reads'>;

/**
 * Whether a caller may make a call, and why: the single decision behind every route, button and
 * page. Read-only users change nothing; ROOT may do everything else; a DENY in any role, however
 * wide, overrides every ALLOW; without a match the call is refused.
 */
export const decide = (
  { userType, readOnly, roles, entity_type }: Rights & Pick<Caller, 'entity_type'>,
  route: GuardedRoute,
): Decision => {
  const isForAgents = route.holders === 'agents';
  if (entity_type === 'agent') return { allowed: isForAgents, reason: { kind: 'agent' } };
  if (isForAgents) return { allowed: false, reason: { kind: 'agents-only' } };
  if (route.holders === 'everyone') return { allowed: true, reason: { kind: 'everyone' } };
  if (readOnly && isWrite(route)) return { allowed: false, reason: { kind: 'read-only' } };
  if (userType === 'ROOT') return { allowed: true, reason: { kind: 'root' } };
  if (route.holders === 'ROOT') return { allowed: false, reason: { kind: 'root-only' } };
  const found = verdictOf(roles, route);
  if (!found) return { allowed: false, reason: { kind: 'none', roles: roles.map(nameOf) } };
  const reason: DecisionReason = { kind: 'row', role: found.role.name, row: found.row };
  return { allowed: found.row.effect === 'ALLOW', reason };
};

const nameOf = ({ name }: { name: string }): string => name;

/** Resources that exist once; all others are named in the plural. */
const singularResources = ['audit trail', 'inventory', 'library', 'service portal'];

/** `create_bot_execution`: "create bot runs (create_bot_execution)", with the name in roles. */
const permissionText = (permission: string): string => {
  const [action = '', ...rest] = permission.split('_');
  const thing = rest.join(' ').replace('execution', 'run').replace('api', 'API');
  const plural = thing.endsWith('s') ? thing : `${thing}s`;
  const objectText = singularResources.includes(thing) ? `the ${thing}` : plural;
  return `${action} ${objectText} (${permission})`;
};

const noRoleText = (actionText: string, roles: readonly string[]): string => {
  if (roles.length === 0) return `You have no role that lets you ${actionText}.`;
  if (roles.length === 1) return `Your role ${roles[0]} does not let you ${actionText}.`;
  return `None of your roles (${roles.join(', ')}) lets you ${actionText}.`;
};

/** Why not, and whom to ask, for buttons and 403 responses. `roots` are e-mail addresses. */
export const denialTextOf = (
  reason: DecisionReason,
  { permission }: GuardedRoute,
  roots: readonly string[] = [],
): string => {
  const rootList = roots.length === 0 ? '' : ` (${roots.slice(0, 3).join(', ')})`;
  const advice = `Ask your ROOT user${rootList}`;
  const actionText = permissionText(permission);
  if (reason.kind === 'none') return `${noRoleText(actionText, reason.roles)} ${advice} for it.`;
  if (reason.kind === 'row') {
    const row = rowText(reason.row);
    const roleText = `Your role ${reason.role}`;
    const denied = `${roleText} does not let you ${actionText}, due to its row "${row}".`;
    return `${denied} ${advice} to change it.`;
  }
  if (reason.kind === 'read-only') return `Your access is read only. ${advice} for full access.`;
  if (reason.kind === 'root-only') return `Only a ROOT user may do this. ${advice}.`;
  if (reason.kind === 'agents-only') return 'Only the key of an agent may make this call.';
  return 'The key of an agent may not make this call.';
};

/** Why the caller may not make this call (403); undefined if they may. */
export const refusalOf = (
  caller: Caller,
  route: GuardedRoute,
  roots?: readonly string[],
): Refusal | undefined => {
  const { allowed, reason } = decide(caller, route);
  return allowed ? undefined : forbidden(denialTextOf(reason, route, roots));
};
