/** Headers and parameters of these names hold secrets where their value is no expression. */
const secretName =
  /authori[sz]ation|cookie|token|secret|passw|api[-_]?key|signature|credential|private[-_]?key/i;

const isExpression = (text: string): boolean => text.includes('{%');

/** Whether a text in a setting of this name is a secret. */
export const isSecret = (key: string, text: string): boolean =>
  secretName.test(key) && text !== '' && !isExpression(text);

/** An address without the secrets that it may carry in itself; `mask` stands for them. */
export const withoutUrlSecrets = (text: string, mask = ''): string => {
  if (!/^https?:\/\//i.test(text)) return text;
  const bare = text.replace(/^(https?:\/\/)[^/@\s]*@/i, mask === '' ? '$1' : `$1${mask}@`);
  return bare.replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, mark: string, name: string, value) =>
    isSecret(name, String(value)) ? `${mark}${name}=${mask}` : whole,
  );
};

/** A header or a parameter is a pair: its name says whether its value is a secret. */
export const nameOfPair = (value: object): string | undefined => {
  const { name } = Object(value);
  return typeof name === 'string' && Object.hasOwn(value, 'value') ? name : undefined;
};

/** Stands for a secret where settings are told. */
export const hiddenSecret = '[hidden]';

/** A value of settings with what looks like a secret hidden. */
export const withSecretsHidden = (value: unknown, key = ''): unknown => {
  if (typeof value === 'string') {
    return isSecret(key, value) ? hiddenSecret : withoutUrlSecrets(value, hiddenSecret);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withSecretsHidden(one, key));
  const pair = nameOfPair(value);
  const entries = Object.entries(value).map(([name, one]) => {
    const named = pair !== undefined && name === 'value' ? pair : name;
    return [name, withSecretsHidden(one, named)] as const;
  });
  return Object.fromEntries(entries);
};
