import { isBlank, valuesOf, withValues } from '#lib/domain/actions/action-call.rules.ts';
import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { authOf, placeholdersIn } from '#lib/domain/integrations/call.rules.ts';
import { toPlainText } from '#lib/kernel/plain-text.ts';
import { secretMasker } from '#lib/kernel/secret-masking.ts';
import { isScalar } from '#lib/kernel/value-kinds.ts';
import { checkSql, checkSqlValues } from '../check/sql.ts';
import { sqlStateOf, withDatabase } from '../integrations/database.ts';
import type { DatabaseQuery } from '../integrations/database-query.ts';
import { failureOfError, isFailed } from '../nodes/call-failure.ts';
import { integrationOf } from '../nodes/integration.ts';
import { type Done, type EffectCall, type Failed, failed, failedForGood } from '../nodes/node.ts';
import { cutValue } from '../nodes/shown.ts';
import type { ActionRequest, ActionRules } from './kind.ts';
import { wrongTypeFailure } from './unsupported-integration.ts';

const maxRows = 1000;

/** Time (ms) to sign in, and for the server to report that the query took too long. */
const overheadMs = 5_000;

/** The most bytes from a database: rows arrive in batches, of which some rows are discarded. */
const maxBytes = 32 * 1024 * 1024;

/** The values as they are bound, in their order, or what is wrong with one of them. */
const boundValues = (input: unknown): (string | null)[] | string => {
  if (isBlank(input)) return [];
  const values: unknown[] = isScalar(input) ? String(input).split(/[,\n]/) : [input].flat();
  const bound: (string | null)[] = [];
  for (const [at, one] of values.entries()) {
    if (one !== null && !isScalar(one)) {
      return `Value ${at + 1} is not text, a number, true or false.`;
    }
    if (typeof one === 'string' && one.includes('\0')) {
      return `Value ${at + 1} contains a NUL character, which databases do not accept in text.`;
    }
    bound.push(one === null ? null : String(one));
  }
  return bound;
};

type Query = Pick<DatabaseQuery, 'sql' | 'values' | 'maxRows'>;

const queryOf = (
  { call, parameters_definition }: ActionOf<'sql'>,
  input: Readonly<Record<string, unknown>>,
): Query | string => {
  const [listName = ''] = placeholdersIn(call.values);
  const { [listName]: list, ...otherValues } = input;
  const values = valuesOf(parameters_definition, otherValues);
  if (typeof values === 'string') return values;
  const filled = withValues(values, ({ text, json }) => ({
    sql: text(call.sql),
    rows: Number(json(call.rows)),
  }));
  if (typeof filled === 'string') return filled;
  const { sql, rows } = filled;
  if (!Number.isInteger(rows) || rows < 1 || rows > maxRows) {
    return `Ask for 1 to ${maxRows} rows.`;
  }
  const bound = boundValues(list);
  if (typeof bound === 'string') return bound;
  const problem = checkSql(sql) ?? checkSqlValues(bound, { sql });
  return problem ?? { sql, values: bound, maxRows: rows };
};

/** SQLSTATEs of temporary failures: a conflict, a lost connection, a full or stopping server. */
const temporaryStates = /^(08|40|53|55P|57P)/;

const queryCanceledState = '57014';

/** The failure of a statement that the database rejected. */
const statementFailure = (error: unknown, code: string, timeoutMs: number): Failed => {
  if (code === queryCanceledState)
    return failed(`The query took longer than ${timeoutMs / 1000} s.`);
  const message = toPlainText(String(Object(error).message))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const shortMessage = message
    .slice(0, 500)
    .toWellFormed()
    .replace(/[.\s]+$/, '');
  const sentenceParts = [
    'The database refused the query',
    shortMessage && `: ${shortMessage}`,
    code && ` (${code})`,
    '.',
  ];
  return (temporaryStates.test(code) ? failed : failedForGood)(sentenceParts.join(''));
};

const run = async (
  call: EffectCall,
  actionRequest: ActionRequest<'sql'>,
): Promise<Done | Failed> => {
  const { action, input, timeoutMs } = actionRequest;
  const query = queryOf(action, input);
  if (typeof query === 'string') return failedForGood(query);
  const integration = await integrationOf(call, actionRequest.integration, 'database');
  if (isFailed(integration)) return integration;
  const mismatch = wrongTypeFailure(action, integration);
  if (mismatch) return mismatch;
  const { readRows } = await import('../integrations/database-query.ts');
  const { type, values } = integration;
  const auth = authOf(type, values);
  if (auth.kind !== 'postgres') throw new Error(`${type.name} is not a database.`);
  const bounds = {
    talkMs: timeoutMs + overheadMs,
    maxBytes,
    tooMuch: 'returned far more data than is kept. Select fewer or shorter columns.',
  };
  const outcome = await withDatabase(
    auth,
    values,
    call.deps,
    (client) =>
      readRows(client, { ...query, timeoutMs }).catch((error: unknown) => {
        // An error that ends the connection is reported by `withDatabase`.
        const state = sqlStateOf(error);
        if (state === undefined) throw error;
        return statementFailure(error, state, timeoutMs);
      }),
    bounds,
  );
  const hide = secretMasker(integration);
  if ('refused' in outcome)
    return (outcome.isRetryable ? failed : failedForGood)(hide(outcome.refused));
  const { done } = outcome;
  if ('tooMighty' in done) return failedForGood(hide(done.tooMighty));
  if ('type' in done) return { ...done, error: hide(done.error) };
  const { rows, truncated } = hide(done);
  return { type: 'done', output: { result: rows, truncated }, handle: 'next' };
};

/** A statement that reads a database of the organisation. Its text is fixed; values are bound. */
export const sql: ActionRules<'sql'> = {
  plan({ action, input }) {
    const query = queryOf(action, input);
    if (typeof query === 'string') return query;
    return {
      would: 'read a database',
      details: { sql: query.sql.slice(0, 2000), values: cutValue(query.values) },
      // It changes no row, but it loads a server that others use: so a dry run skips it, while an
      // approval may repeat it to read its set again.
      onlyReads: false,
      mayReread: true,
    };
  },

  perform: (call, actionRequest) => run(call, actionRequest).catch(failureOfError),
};
