import { inventoryTables } from './table-columns.ts';

const unsupportedText = 'The current Kubernetes version does not include support for this resource';

/** Where the SQL comes from. */
export type SqlOrigin = 'rule' | 'query' | 'live query';

/** The message for a table that was not scanned, or that no collector can read. */
export const notCollectedText = (table: string, asker: SqlOrigin): string => {
  if (asker === 'live query') return `The table ${table} cannot be read for these integrations.`;
  if (table.startsWith('kubernetes_')) return unsupportedText;
  if (!inventoryTables.includes(table)) return `The inventory has no table "${table}".`;
  return `This scan does not include the table ${table}, which the ${asker} needs.`;
};

const limitTexts: Record<string, string> = {
  '57014': 'took longer than 10 seconds. Split it, or let it read fewer rows.',
  LOADTIME: 'uses a table that took longer than a minute to load. Scan again, or use fewer tables.',
  TOOMUCH: 'returns more than 50 MB. Let it return fewer rows.',
};

/** The longest message about failed SQL, in characters. */
const maxMessageLength = 400;

type SqlError = { code: string; message: string };

/** Rephrases messages of the driver for the author of the query. */
const plainMessage = (message: string): string => {
  const [, supplied, needed] =
    /supplies (\d+) parameters, but .* requires (\d+)/.exec(message) ?? [];
  if (needed !== undefined) return `it uses values up to $${needed}, but ${supplied} are given`;
  if (message.startsWith('cannot insert multiple commands')) return 'write a single SELECT';
  return message.replace(/\.$/, '');
};

const sentenceOf = ({ code, message }: SqlError, asker: SqlOrigin): string => {
  if (code === 'NOTCOLLECTED' || code === 'BUSY') return message;
  const limit = limitTexts[code];
  if (limit !== undefined) return `The ${asker} ${limit}`;
  const isMissing = code === '42P01';
  const table = isMissing ? /relation "(\w+)" does not exist/.exec(message)?.[1] : undefined;
  return table === undefined
    ? `The SQL of the ${asker} failed: ${plainMessage(message)}.`
    : notCollectedText(table, asker);
};

/** The message for people about SQL that failed. */
export const failureText = (error: SqlError, asker: SqlOrigin): string =>
  sentenceOf(error, asker).slice(0, maxMessageLength);
