import { arnsIn, hiddenArn } from '#lib/kernel/arns.ts';
import { isSecret, nameOfPair, withoutUrlSecrets } from '#lib/kernel/secret-settings.ts';
import { type ActionFile, actionFileFormat } from './action-file.schema.ts';
import type { NewAction } from './own-action.schema.ts';

/** Matches a quoted string in code that begins with `arn:`. */
const quotedArn = /(["'])arn:[^"'\n]*\1/g;

type CleaningReport = { hidden: Set<string>; arns: Set<string> };

/** Whether a text is no secret, whatever its field: a parameter (`{key}`) or a boolean. */
const isHarmless = (text: string): boolean => /^(\{[a-z0-9_]+\}|true|false)$/.test(text);

/** Removes secrets and ARNs from a text of an action; `field` is the name of its field. */
const cleanText = (text: string, field: string, report: CleaningReport): string => {
  if (isSecret(field, text) && !isHarmless(text)) {
    report.hidden.add(`The secret in ${field}`);
    return '';
  }
  const bare = text.startsWith('arn:')
    ? hiddenArn
    : text.replace(quotedArn, (_, quote: string) => quote + hiddenArn + quote);
  if (bare !== text) report.hidden.add(`The ARN in ${field}`);
  for (const arn of arnsIn(bare)) report.arns.add(arn);
  const withoutSecrets = withoutUrlSecrets(bare);
  if (withoutSecrets !== bare) report.hidden.add(`The secret in the URL in ${field}`);
  return withoutSecrets;
};

/** A value with all of its texts cleaned. */
const clean = (value: unknown, field: string, report: CleaningReport): unknown => {
  if (typeof value === 'string') return cleanText(value, field, report);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => clean(one, field, report));
  const pair = nameOfPair(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const memberField = pair !== undefined && name === 'value' ? pair : name;
      return [name, clean(one, memberField, report)];
    }),
  );
};

/** The content of an action's file, what was left out, and ARNs inside texts, which stay. */
export const fileOf = (action: NewAction) => {
  const { parameters_definition, call, ...facts } = action;
  const report: CleaningReport = {
    hidden: new Set(),
    arns: new Set(arnsIn(facts.description ?? '')),
  };
  const cleanParts = clean({ parameters_definition, call }, 'the action', report);
  const file = { format: actionFileFormat, ...facts, ...Object(cleanParts) } as ActionFile;
  return { file, hidden: [...report.hidden], arns: [...report.arns] };
};

/** `look-an-issue-up.yaml` */
export const fileNameOf = ({ name }: Pick<NewAction, 'name'>, kind: string): string =>
  `${name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.${kind}`;
