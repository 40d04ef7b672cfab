import { inventoryTables } from './table-columns.ts';

const unsupported =
  'The current Kubernetes version does not include support for this resource';

/** Whose SQL it is. */
export type Asker = 'rule' | 'query' | 'live query';

/** What people are told of a table that no scan has, or that nobody reads. */
export const notCollected = (table: string, asker: Asker): string => {
  if (asker === 'live query') return `Nothing here reads the table ${table} of these accounts.`;
  if (table.startsWith('kubernetes_')) return unsupported;
  if (!inventoryTables.includes(table)) return `The inventory has no table "${table}".`;
  return `This scan does not include the table ${table}, which the ${asker} needs.`;
};

const limitTexts: Record<string, string> = {
  '57014': 'took longer than 10 seconds. Split it, or let it read fewer rows.',
  LOADTIME: 'names a table whose rows took longer than a minute to load. Scan again, or ask less.',
  TOOMUCH: 'returns more than 50 MB. Let it return fewer rows.',
};

/** Longest sentence of why SQL could not be run. */
const longest = 400;

type SqlError = { code: string; message: string };

/** What drivers say of a query in their own terms, in those of its author. */
const inPlainWords = (message: string): string => {
  const [, given, needed] = /supplies (\d+) parameters, but .* requires (\d+)/.exec(message) ?? [];
  if (needed !== undefined) return `it reads values up to $${needed}, and ${given} are given`;
  if (message.startsWith('cannot insert multiple commands')) return 'write a single SELECT';
  return message.replace(/\.$/, '');
};

const sentenceOf = ({ code, message }: SqlError, asker: Asker): string => {
  if (code === 'NOTCOLLECTED' || code === 'BUSY') return message;
  const limit = limitTexts[code];
  if (limit !== undefined) return `The ${asker} ${limit}`;
  const isMissing = code === '42P01';
  const table = isMissing ? /relation "(\w+)" does not exist/.exec(message)?.[1] : undefined;
  return table === undefined
    ? `The SQL of the ${asker} failed: ${inPlainWords(message)}.`
    : notCollected(table, asker);
};

/** What people are told of SQL that failed. */
export const failureText = (error: SqlError, asker: Asker): string =>
  sentenceOf(error, asker).slice(0, longest);
