/** The formats that bots and actions are exported in. */
export const fileKinds = ['yaml', 'json'] as const;
export type FileKind = (typeof fileKinds)[number];
