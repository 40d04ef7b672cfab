import { secretMask } from '#lib/kernel/text.ts';
import type { Integration } from './integration.schema.ts';

type Values = Readonly<Record<string, string>>;

/** Whether what was entered leaves a field as it is: blank, or the mask that was answered. */
export const isKept = (text: string | undefined): boolean =>
  text === undefined || text.trim() === '' || text === secretMask;

/** What was entered over what there is: blank fields keep what they have. */
export const mergedValues = (entered: Values, before: Values = {}): Record<string, string> => ({
  ...before,
  ...Object.fromEntries(Object.entries(entered).filter(([, value]) => !isKept(value))),
});

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
}: {
  entered: Values;
  /** The secrets that there are now. */
  names: readonly string[];
  before: Pick<Integration, 'hosts' | 'secret_names'>;
  hosts: readonly string[];
}): { field: string; error: string } | undefined => {
  const further = hosts.filter((host) => !before.hosts.includes(host));
  const field = names.find((name) => before.secret_names.includes(name) && isKept(entered[name]));
  if (further.length === 0 || field === undefined) return undefined;
  const error = `Enter the secret again: so far it is not sent to ${further.join(', ')}.`;
  return { field, error };
};
