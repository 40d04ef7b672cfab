/** Every permission. The list is built from all routes, so it is loaded on first use. */
export const permissions = async () => (await import('#lib/permissions.ts')).permissions;
