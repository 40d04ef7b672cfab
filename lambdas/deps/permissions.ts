/** Every permission. The list is made of all routes, so that the first call that asks loads it. */
export const permissions = async () => (await import('#lib/permissions.ts')).permissions;
