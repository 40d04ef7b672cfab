/** What bots and actions are exported as. */
export const fileKinds = ['yaml', 'json'] as const;
export type FileKind = (typeof fileKinds)[number];
