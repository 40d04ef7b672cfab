import { secretMask } from '#lib/kernel/text.ts';
import type { Integration } from './integration.schema.ts';

type Values = Readonly<Record<string, string>>;

/** Whether what was entered leaves a field as it is: blank, or the mask that was answered. */
export const isKept = (text: string | undefined): boolean =>
  text === undefined || text.trim() === '' || text === secretMask;

/**
 * What was entered over what there is: blank secrets keep what they have, others are cleared. A
 * mask is no value, also of a secret that is not there yet.
 */
export const mergedValues = (
  entered: Values,
  before: Values = {},
  secretNames: ReadonlySet<string> = new Set(),
): Record<string, string> => {
  const stays = ([name, value]: [string, string]) =>
    value === secretMask || (secretNames.has(name) && isKept(value));
  const given = Object.entries(entered).filter((one) => !stays(one));
  return Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(given) }).filter(([, value]) => value !== ''),
  );
};

/** The values in two: what is stored and answered as it is, and what is sealed. */
export const splitValues = (values: Values, secretNames: ReadonlySet<string>) => {
  const entries = Object.entries(values);
  const isSecret = ([name]: [string, string]) => secretNames.has(name);
  return {
    open: Object.fromEntries(entries.filter((one) => !isSecret(one))),
    secret: Object.fromEntries(entries.filter(isSecret)),
  };
};

/**
 * What is wrong with a secret that is kept. Whoever may change an integration still cannot read its
 * secrets: the same secret is never sent to further hosts.
 */
export const problemWithKept = ({
  entered,
  names,
  before,
  hosts,
  values,
}: {
  entered: Values;
  /** The secrets that there are now. */
  names: readonly string[];
  before: Pick<Integration, 'hosts' | 'secret_names' | 'values'>;
  hosts: readonly string[];
  /** The values that are no secrets, as they will be. */
  values: Values;
}): { field: string; error: string } | undefined => {
  const further = hosts.filter((host) => !before.hosts.includes(host));
  const field = names.find((name) => before.secret_names.includes(name) && isKept(entered[name]));
  if (field === undefined) return undefined;
  if (further.length > 0) {
    const where = further.join(', ');
    return { field, error: `Enter the secret again: so far it is not sent to ${where}.` };
  }
  if (values.ignore_ssl === 'true' && before.values.ignore_ssl !== 'true') {
    const error = 'Enter the secret again: so far it is sent to a checked certificate only.';
    return { field, error };
  }
  const { ca_certificate = '' } = values;
  if (ca_certificate === (before.values.ca_certificate ?? '')) return undefined;
  return { field, error: 'Enter the secret again: other certificates are trusted from now on.' };
};
