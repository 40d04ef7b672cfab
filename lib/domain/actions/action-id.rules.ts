/** Whether an id is that of an action which an organisation made. */
export const isOwnAction = (id: unknown): id is string =>
  typeof id === 'string' && id.startsWith('act_');
