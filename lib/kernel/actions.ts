/**
 * What a permission `<action>_<thing>` allows, in the order in which people read it. Roles,
 * wildcards, the console and the tests take the actions from here, and every route's permission
 * starts with one. Every action except `read` is a write.
 */
export const actions = ['read', 'create', 'update', 'delete', 'run', 'test'] as const;

export type Action = (typeof actions)[number];

/** The wildcards that include an action, narrowest first. */
export const wildcardsOfAction = (action: Action): readonly string[] =>
  action === 'read' ? ['read_*', '*'] : [`${action}_*`, 'write_*', '*'];
