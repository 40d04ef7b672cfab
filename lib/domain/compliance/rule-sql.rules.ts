import { tablesNamed } from '../inventory/queries/tables-named.rules.ts';
import type { FindingStatus } from './rule.schema.ts';

/**
 * The status of a resource if the condition `when` holds, and the words for it. `{...}` in the
 * words is SQL whose value is inserted. The sentence begins with the noun and name, and a full stop
 * is added.
 */
type Verdict = readonly [status: FindingStatus, when: string, words: string];

type RuleQuery = {
  /** Common table expressions for this query, as after WITH. */
  with?: string;
  /** The table, and the tables joined to it. */
  from: string;
  where?: string;
  /** SQL for the id of the resource; one row each. */
  resource: string;
  /** The word for such a resource, such as Bucket. */
  noun: string;
  /** SQL for its name; `resource` by default. */
  name?: string;
  /** The first verdict whose condition holds counts; a condition that is null does not hold. */
  verdicts: readonly Verdict[];
  /** The verdict if no condition holds. */
  otherwise: readonly [status: FindingStatus, words: string];
  region?: string;
  account_id?: string;
};

const quoteSql = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The words as SQL: quoted texts, with the parts in braces inserted as expressions. */
const sentenceSql = (phrase: string): string => {
  const parts = phrase.split(/\{([^}]+)\}/);
  const [single = ''] = parts;
  if (parts.length === 1) return quoteSql(single);
  const sql = parts.flatMap((part, at) => (at % 2 ? [part] : part ? [quoteSql(part)] : []));
  return `concat(${sql.join(', ')})`;
};

/** A verdict as SQL: its status and its sentence. */
const verdictSql = (status: FindingStatus, phrase: string): string =>
  `array[${quoteSql(status)}, ${sentenceSql(phrase)}]`;

const ruleSqlBuilder =
  (columns: { region: string; account_id: string }) =>
  (question: RuleQuery): string => {
    const { resource, noun, name = resource, verdicts, otherwise } = question;
    return [
      ...(question.with ? [`with ${question.with}`] : []),
      'select',
      `  ${resource} as resource,`,
      '  verdict[1] as status,',
      `  concat(${quoteSql(`${noun} `)}, ${name}, ' ', verdict[2], '.') as reason,`,
      `  ${question.region ?? columns.region} as region,`,
      `  ${question.account_id ?? columns.account_id} as account_id`,
      `from ${question.from}`,
      'cross join lateral (',
      '  select case',
      ...verdicts.map(
        ([status, when, phrase]) => `    when ${when} then ${verdictSql(status, phrase)}`,
      ),
      `    else ${verdictSql(...otherwise)}`,
      '  end as verdict',
      ') judged',
      ...(question.where ? [`where ${question.where}`] : []),
    ].join('\n');
  };

/** Builds the SQL of a rule over AWS tables. */
export const awsRuleSql = ruleSqlBuilder({ region: 'region', account_id: 'account_id' });

/** The same for Azure, where an account is a subscription. */
export const azureRuleSql = ruleSqlBuilder({ region: 'region', account_id: 'subscription_id' });

/** The same for Entra ID, where an account is a tenant. */
export const entraRuleSql = ruleSqlBuilder({ region: "'global'", account_id: 'tenant_id' });

/** The same for Google Cloud, where an account is a project. */
export const gcpRuleSql = ruleSqlBuilder({ region: 'location', account_id: 'project' });

/** The same for Kubernetes, where a region is a namespace and an account is a cluster. */
export const kubernetesRuleSql = ruleSqlBuilder({
  region: 'namespace',
  account_id: 'context_name',
});

/**
 * The tables that a query reads, without duplicates and sorted: those after FROM and JOIN, and any
 * of `knownTables` that it names. A rule is evaluated only if all of them were read: an empty table
 * means that there are no resources, a missing one means nothing.
 */
export const tablesReadBy = (sql: string, knownTables: readonly string[] = []): string[] => {
  const matches = sql.matchAll(/\b(?:from|join)\s+((?:aws|azure|azuread|gcp|kubernetes)_\w+)/gi);
  const tables = [...matches].map(([, table = '']) => table.toLowerCase());
  return [...new Set([...tables, ...tablesNamed(sql, knownTables)])].sort();
};
