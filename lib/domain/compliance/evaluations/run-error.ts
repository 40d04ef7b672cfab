import type { SnapshotContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { notCollectedText } from '../../inventory/sql-failure.ts';
import { inventoryTables } from '../../inventory/table-columns.ts';
import { tablesReadBy } from '../rule-sql.rules.ts';
import type { Rule } from '../rule.schema.ts';

/** Why the rule cannot be evaluated over these tables; undefined if it can. */
export const evaluationProblem = (
  { sql }: Pick<Rule, 'sql'>,
  { tables }: SnapshotContents,
): string | undefined => {
  for (const table of tablesReadBy(sql, Object.keys(tables))) {
    const contents = tables[table];
    // An unknown name may be an alias in the query, or in a comment: Postgres will report it, with
    // the same message, if a table is really missing.
    if (!contents && !inventoryTables.includes(table)) continue;
    if (!contents) return notCollectedText(table, 'rule');
    const { state, problems } = contents;
    if (state === 'failed') {
      return `The table ${table} could not be read. ${problems[0] ?? ''}`.trimEnd();
    }
  }
  return undefined;
};

export const outOfTimeText = 'The scan had no time left for this rule. Scan again.';
