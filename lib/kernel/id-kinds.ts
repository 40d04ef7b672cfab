/** Kinds of ids; the prefix tells what an id names. Exported bots leave ids of all of them out. */
export const idKinds = [
  'org',
  'lst',
  'evt',
  'bot',
  'exc',
  'apr',
  'inp',
  'lan',
  'int',
  'agt',
  'job',
  'set',
  'key',
  'tkt',
  'role',
  'aud',
  'act',
  'iex',
  'isc',
  'srch',
  'cex',
  'own',
  'dsh',
  'thr',
] as const;

export type IdKind = (typeof idKinds)[number];
