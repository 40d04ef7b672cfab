import type { HeldRole } from '#lib/kernel/caller.ts';

export type PredefinedRole = HeldRole & { description: string };

const permissionSet = (...names: string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true]));

const all = permissionSet('*');
const reading = permissionSet('read_*');

/** The only role of service portal users. */
export const portalRoleId = 'role_portal_user';

/** The default role of a new organisation, for users without a role of their own. */
export const firstDefaultRoleId = 'role_read_only';

/** The predefined roles, shared by all organisations and not editable. */
export const predefinedRoles: readonly PredefinedRole[] = [
  {
    _id: 'role_administrator',
    name: 'Administrator',
    description: 'Everything that roles can grant: bots, connections, people and their roles.',
    policies: { ALLOW: { '*': all }, DENY: {} },
  },
  {
    _id: 'role_read_only',
    name: 'Read-Only',
    description: 'Sees everything in the organisation, and changes only their own API keys.',
    policies: { ALLOW: { '*': reading, api_key: all }, DENY: {} },
  },
  {
    _id: 'role_bot_author',
    name: 'Bot-Author',
    description:
      'Draws, publishes and runs bots with the listeners and integrations that they use.',
    policies: {
      ALLOW: {
        bot: all,
        bot_execution: all,
        listener: all,
        integration: all,
        agent: all,
        action: all,
        approval: all,
        user_input: all,
        api_key: all,
        user: reading,
        library: reading,
        dashboard: all,
        // Building bots involves findings and inventory queries.
        inventory: reading,
      },
      DENY: {},
    },
  },
  {
    _id: 'role_approver',
    name: 'Approver',
    description: 'Decides on approvals and answers user inputs, and sees the runs that need them.',
    policies: {
      ALLOW: {
        approval: all,
        user_input: all,
        bot: reading,
        bot_execution: reading,
        dashboard: reading,
        // The resources of an approval can be looked up there.
        inventory: reading,
        api_key: all,
      },
      DENY: {},
    },
  },
  {
    _id: portalRoleId,
    name: 'Portal-User',
    description: 'Uses the service portal, and answers the requests of its runs.',
    policies: {
      ALLOW: {
        service_portal: all,
        approval: permissionSet('read_approval', 'update_approval'),
        user_input: permissionSet('read_user_input', 'update_user_input'),
      },
      DENY: {},
    },
  },
];

export const findPredefinedRole = (id: string): PredefinedRole | undefined =>
  predefinedRoles.find(({ _id }) => _id === id);
