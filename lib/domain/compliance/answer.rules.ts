import { tablesNamed } from '../inventory/queries/tables-named.rules.ts';
import type { FindingStatus } from './rule.schema.ts';

/**
 * What is said of a resource if its condition holds. `{...}` in the words is SQL, whose value is
 * put there. The words go on after the noun and name, and a full stop is added.
 */
type Verdict = readonly [status: FindingStatus, when: string, words: string];

type Question = {
  /** Queries that others of this question read, as after WITH. */
  with?: string;
  /** The table and what is joined to it. */
  from: string;
  where?: string;
  /** SQL of what the answer is about; one row each. */
  resource: string;
  /** What people call such a resource, such as Bucket. */
  noun: string;
  /** SQL of its name; `resource` unless told. */
  name?: string;
  /** The first whose condition holds counts; a condition that is null does not hold. */
  verdicts: readonly Verdict[];
  /** What is said where no condition holds. */
  otherwise: readonly [status: FindingStatus, words: string];
  region?: string;
  account_id?: string;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The words as SQL: texts between quotation marks, and what stands in braces as it is. */
const sentence = (words: string): string => {
  const parts = words.split(/\{([^}]+)\}/);
  const [only = ''] = parts;
  if (parts.length === 1) return quoted(only);
  const sql = parts.flatMap((part, at) => (at % 2 ? [part] : part ? [quoted(part)] : []));
  return `concat(${sql.join(', ')})`;
};

/** A verdict as SQL: its status, and what is said. */
const verdict = (status: FindingStatus, words: string): string =>
  `array[${quoted(status)}, ${sentence(words)}]`;

const answer =
  (places: { region: string; account_id: string }) =>
  (question: Question): string => {
    const { resource, noun, name = resource, verdicts, otherwise } = question;
    return [
      ...(question.with ? [`with ${question.with}`] : []),
      'select',
      `  ${resource} as resource,`,
      '  verdict[1] as status,',
      `  concat(${quoted(`${noun} `)}, ${name}, ' ', verdict[2], '.') as reason,`,
      `  ${question.region ?? places.region} as region,`,
      `  ${question.account_id ?? places.account_id} as account_id`,
      `from ${question.from}`,
      'cross join lateral (',
      '  select case',
      ...verdicts.map(([status, when, words]) => `    when ${when} then ${verdict(status, words)}`),
      `    else ${verdict(...otherwise)}`,
      '  end as verdict',
      ') judged',
      ...(question.where ? [`where ${question.where}`] : []),
    ].join('\n');
  };

/** The SQL of a rule over tables of AWS, from what is asked of each resource. */
export const awsAnswer = answer({ region: 'region', account_id: 'account_id' });

/** Likewise for Azure, where an account is a subscription. */
export const azureAnswer = answer({ region: 'region', account_id: 'subscription_id' });

/** Likewise for Entra ID, where an account is a tenant. */
export const entraAnswer = answer({ region: "'global'", account_id: 'tenant_id' });

/** Likewise for Google Cloud, where an account is a project. */
export const gcpAnswer = answer({ region: 'location', account_id: 'project' });

/** Likewise for Kubernetes, where a region is a namespace and an account is a cluster. */
export const kubernetesAnswer = answer({ region: 'namespace', account_id: 'context_name' });

/**
 * The tables that a query reads, each once, in the order of names: those after FROM and JOIN, and
 * known ones wherever they are named. A rule says something only where each of them was read: an
 * empty table tells that there is nothing, a missing one tells nothing.
 */
export const tablesRead = (sql: string, known: readonly string[] = []): string[] => {
  const named = sql.matchAll(/\b(?:from|join)\s+((?:aws|azure|azuread|gcp|kubernetes)_\w+)/gi);
  const tables = [...named].map(([, table = '']) => table.toLowerCase());
  return [...new Set([...tables, ...tablesNamed(sql, known)])].sort();
};
