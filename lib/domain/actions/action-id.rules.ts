/** Whether an id is that of an organisation's own action. */
export const isOwnActionId = (id: unknown): id is string =>
  typeof id === 'string' && id.startsWith('act_');
