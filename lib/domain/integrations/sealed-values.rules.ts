import { secretMask } from '#lib/kernel/text.ts';
import type { Integration } from './integration.schema.ts';

type Values = Readonly<Record<string, string>>;

/** Whether the input leaves a field unchanged: it is blank, or the mask that was returned. */
export const isKept = (text: string | undefined): boolean =>
  text === undefined || text.trim() === '' || text === secretMask;

/**
 * The input merged into the stored values: a blank secret keeps its value, other blank fields are
 * cleared. A mask is never stored, not even for a secret that does not exist yet.
 */
export const mergeValues = (
  entered: Values,
  storedValues: Values = {},
  secretNames: ReadonlySet<string> = new Set(),
): Record<string, string> => {
  const isUnchanged = ([name, value]: [string, string]) =>
    value === secretMask || (secretNames.has(name) && isKept(value));
  const changes = Object.entries(entered).filter((one) => !isUnchanged(one));
  return Object.fromEntries(
    Object.entries({ ...storedValues, ...Object.fromEntries(changes) }).filter(
      ([, value]) => value !== '',
    ),
  );
};

/** Splits the values into those that are stored and returned as they are, and those to seal. */
export const splitValues = (values: Values, secretNames: ReadonlySet<string>) => {
  const entries = Object.entries(values);
  const isSecret = ([name]: [string, string]) => secretNames.has(name);
  return {
    open: Object.fromEntries(entries.filter((one) => !isSecret(one))),
    secret: Object.fromEntries(entries.filter(isSecret)),
  };
};

/**
 * Why a stored secret cannot be kept; undefined if it can. Users who may change an integration
 * still cannot read its secrets, so a stored secret is never sent to additional hosts.
 */
export const keptSecretProblem = ({
  entered,
  names,
  before,
  hosts,
  values,
}: {
  entered: Values;
  /** The names of the secrets after the change. */
  names: readonly string[];
  before: Pick<Integration, 'hosts' | 'secret_names' | 'values'>;
  hosts: readonly string[];
  /** The values that are not secret, after the change. */
  values: Values;
}): { field: string; error: string } | undefined => {
  const addedHosts = hosts.filter((host) => !before.hosts.includes(host));
  const field = names.find((name) => before.secret_names.includes(name) && isKept(entered[name]));
  if (field === undefined) return undefined;
  if (addedHosts.length > 0) {
    const hostList = addedHosts.join(', ');
    return { field, error: `Enter the secret again, because it will also be sent to ${hostList}.` };
  }
  if (values.ignore_ssl === 'true' && before.values.ignore_ssl !== 'true') {
    const error = 'Enter the secret again, because certificates will no longer be checked.';
    return { field, error };
  }
  const { ca_certificate = '' } = values;
  if (ca_certificate === (before.values.ca_certificate ?? '')) return undefined;
  return { field, error: 'Enter the secret again, because other certificates will be trusted.' };
};
