/**
 * What a permission `<action>_<thing>` lets somebody do, in the order in which people read it.
 * Roles, their wildcards, the console and the tests know an action from here, and every route's
 * permission begins with one. Every action but `read` writes.
 */
export const actions = ['read', 'create', 'update', 'delete', 'run', 'test'] as const;

export type Action = (typeof actions)[number];

/** The wildcards that cover an action, narrowest first. */
export const wildcardsOfAction = (action: Action): readonly string[] =>
  action === 'read' ? ['read_*', '*'] : [`${action}_*`, 'write_*', '*'];
