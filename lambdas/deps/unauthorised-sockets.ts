/**
 * Closes an organisation's sockets whose owners have lost access. Loaded on first use, since few
 * calls need its code and the variable that names the sockets.
 */
export const closeUnauthorisedSockets = async (tenantId: string): Promise<void> =>
  (await import('./loaded/unauthorised-sockets.ts')).endUnauthorisedSockets(tenantId);
