import { arnsIn, hiddenArn } from '#lib/kernel/arns.ts';
import { isSecret, nameOfPair, withoutUrlSecrets } from '#lib/kernel/secret-settings.ts';
import { type ActionFile, actionFileFormat } from './action-file.schema.ts';
import type { NewAction } from './own-action.schema.ts';

/** Matches a quoted string in code that begins with `arn:`. */
const quotedArn = /(["'])arn:[^"'\n]*\1/g;

type CleaningReport = { hidden: Set<string>; arns: Set<string> };

/** Whether a text is no secret, whatever its field: a parameter (`{key}`) or a boolean. */
const isHarmless = (text: string): boolean => /^(\{[a-z0-9_]+\}|true|false)$/.test(text);

/** Removes secrets and ARNs from a text of an action; `place` is its field. */
const cleanText = (text: string, place: string, told: CleaningReport): string => {
  if (isSecret(place, text) && !isHarmless(text)) {
    told.hidden.add(`The secret in ${place}`);
    return '';
  }
  const bare = text.startsWith('arn:')
    ? hiddenArn
    : text.replace(quotedArn, (_, quote: string) => quote + hiddenArn + quote);
  if (bare !== text) told.hidden.add(`The ARN in ${place}`);
  for (const arn of arnsIn(bare)) told.arns.add(arn);
  const open = withoutUrlSecrets(bare);
  if (open !== bare) told.hidden.add(`The secret in the URL in ${place}`);
  return open;
};

/** A value with all of its texts cleaned. */
const clean = (value: unknown, place: string, told: CleaningReport): unknown => {
  if (typeof value === 'string') return cleanText(value, place, told);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => clean(one, place, told));
  const pair = nameOfPair(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const named = pair !== undefined && name === 'value' ? pair : name;
      return [name, clean(one, named, told)];
    }),
  );
};

/** The content of an action's file, what was left out, and ARNs inside texts, which stay. */
export const fileOf = (action: NewAction) => {
  const { parameters_definition, call, ...facts } = action;
  const told: CleaningReport = {
    hidden: new Set(),
    arns: new Set(arnsIn(facts.description ?? '')),
  };
  const parts = clean({ parameters_definition, call }, 'the action', told);
  const file = { format: actionFileFormat, ...facts, ...Object(parts) } as ActionFile;
  return { file, hidden: [...told.hidden], arns: [...told.arns] };
};

/** `look-an-issue-up.yaml` */
export const fileNameOf = ({ name }: Pick<NewAction, 'name'>, kind: string): string =>
  `${name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.${kind}`;
