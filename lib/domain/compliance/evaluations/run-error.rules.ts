import type { SnapshotContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { tablesRead } from '../answer.rules.ts';
import type { Rule } from '../rule.schema.ts';

const unsupported =
  'The current Kubernetes version does not include support for this resource';

const missing = (table: string): string =>
  table.startsWith('kubernetes_')
    ? unsupported
    : `This scan does not read the table ${table}, which the rule needs.`;

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
  '57014': 'The rule took longer than 10 seconds. Split it, or let it read fewer rows.',
  TOOMUCH: 'The rule answers more than 50 MB. Let it answer fewer rows.',
};

/** Longest sentence of why a rule could not be evaluated. */
const longest = 400;

/** What people are told of SQL that failed. */
export const failureText = ({ code, message }: { code: string; message: string }): string => {
  const table = code === '42P01' ? /relation "(\w+)" does not exist/.exec(message)?.[1] : undefined;
  const text = table === undefined ? limitTexts[code] : missing(table);
  return (text ?? `The SQL of the rule failed: ${message.replace(/\.$/, '')}.`).slice(0, longest);
};

export const noAnswer = 'The rule answers something else than resources with a status.';
export const outOfTime = 'The scan had no time left for this rule. Scan again.';
