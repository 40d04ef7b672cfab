/** Headers and parameters with these names hold a secret unless their value is an expression. */
const secretName =
  /authori[sz]ation|cookie|token|secret|passw|api[-_]?key|signature|credential|private[-_]?key/i;

const isExpression = (text: string): boolean => text.includes('{%');

/** Whether a text in a setting of this name is a secret. */
export const isSecret = (key: string, text: string): boolean =>
  secretName.test(key) && text !== '' && !isExpression(text);

/** A URL without the secrets that it may contain; `mask` replaces them. */
export const withoutUrlSecrets = (text: string, mask = ''): string => {
  if (!/^https?:\/\//i.test(text)) return text;
  const bare = text.replace(/^(https?:\/\/)[^/@\s]*@/i, mask === '' ? '$1' : `$1${mask}@`);
  return bare.replace(/([?&])([^=&#]+)=([^&#]*)/g, (match, mark: string, name: string, value) =>
    isSecret(name, String(value)) ? `${mark}${name}=${mask}` : match,
  );
};

/** The name of a pair `{ name, value }` (header or parameter), which says if it is a secret. */
export const nameOfPair = (value: object): string | undefined => {
  const { name } = Object(value);
  return typeof name === 'string' && Object.hasOwn(value, 'value') ? name : undefined;
};

/** Replaces a secret wherever settings are shown. */
export const hiddenSecret = '[hidden]';

/** Returns settings with everything that looks like a secret replaced. */
export const withSecretsHidden = (value: unknown, key = ''): unknown => {
  if (typeof value === 'string') {
    return isSecret(key, value) ? hiddenSecret : withoutUrlSecrets(value, hiddenSecret);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withSecretsHidden(one, key));
  const pair = nameOfPair(value);
  const entries = Object.entries(value).map(([name, one]) => {
    const effectiveName = pair !== undefined && name === 'value' ? pair : name;
    return [name, withSecretsHidden(one, effectiveName)] as const;
  });
  return Object.fromEntries(entries);
};
