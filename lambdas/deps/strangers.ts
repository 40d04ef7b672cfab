/**
 * Ends the sockets of an organisation whose owners may no longer have them. Few calls do: its code,
 * and the variable that names the sockets, are there for those alone.
 */
export const closeStrangers = async (tenantId: string): Promise<void> =>
  (await import('./loaded/strangers.ts')).closeStrangers(tenantId);
