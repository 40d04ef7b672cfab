import type { SnapshotContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { tablesRead } from '../answer.rules.ts';
import type { Rule } from '../rule.schema.ts';

const unsupported =
  'The current Kubernetes version does not include support for this resource';

/** Whose SQL it is. */
type Asker = 'rule' | 'query';

const missing = (table: string, asker: Asker = 'rule'): string =>
  table.startsWith('kubernetes_')
    ? unsupported
    : `This scan does not read the table ${table}, which the ${asker} needs.`;

/** Why the rule cannot be asked over these tables; undefined where it can. */
export const cannotAsk = ({ sql }: Rule, { tables }: SnapshotContents): string | undefined => {
  for (const table of tablesRead(sql)) {
    const contents = tables[table];
    if (!contents) return missing(table);
    const { state, problems } = contents;
    if (state === 'failed') {
      return `The table ${table} could not be read. ${problems[0] ?? ''}`.trimEnd();
    }
  }
  return undefined;
};

const limitTexts: Record<string, string> = {
  '57014': 'took longer than 10 seconds. Split it, or let it read fewer rows.',
  TOOMUCH: 'answers more than 50 MB. Let it answer fewer rows.',
};

/** Longest sentence of why SQL could not be run. */
const longest = 400;

type SqlError = { code: string; message: string };

const sentenceOf = ({ code, message }: SqlError, asker: Asker): string => {
  if (code === 'NOTCOLLECTED') return message;
  const limit = limitTexts[code];
  if (limit !== undefined) return `The ${asker} ${limit}`;
  const isMissing = code === '42P01';
  const table = isMissing ? /relation "(\w+)" does not exist/.exec(message)?.[1] : undefined;
  return table === undefined
    ? `The SQL of the ${asker} failed: ${message.replace(/\.$/, '')}.`
    : missing(table, asker);
};

/** What people are told of SQL that failed. */
export const failureText = (error: SqlError, asker: Asker = 'rule'): string =>
  sentenceOf(error, asker).slice(0, longest);

export const noAnswer = 'The rule answers something else than resources with a status.';
export const outOfTime = 'The scan had no time left for this rule. Scan again.';
