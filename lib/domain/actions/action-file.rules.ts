import { arnsIn, hiddenArn } from '#lib/kernel/arns.ts';
import { type ActionFile, actionFileFormat } from './action-file.schema.ts';
import type { NewAction } from './own-action.schema.ts';

/** A text of code that begins with `arn:`, in its quotes. */
const quotedArn = /(["'])arn:[^"'\n]*\1/g;

type Told = { hidden: Set<string>; arns: Set<string> };

/** A value without the ARNs that are texts of their own in it; `place` is where it stands. */
const withoutArns = (value: unknown, place: string, told: Told): unknown => {
  if (typeof value === 'string') {
    const bare = value.startsWith('arn:')
      ? hiddenArn
      : value.replace(quotedArn, (_, quote: string) => quote + hiddenArn + quote);
    if (bare !== value) told.hidden.add(`The ARN in ${place}`);
    for (const arn of arnsIn(bare)) told.arns.add(arn);
    return bare;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutArns(one, place, told));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutArns(one, name, told)]),
  );
};

/** What an action's file holds, what it leaves out, and the ARNs inside of texts, which stay. */
export const fileOf = (action: NewAction) => {
  const { parameters_definition, call, ...facts } = action;
  const told: Told = { hidden: new Set(), arns: new Set(arnsIn(facts.description ?? '')) };
  const parts = withoutArns({ parameters_definition, call }, 'the action', told);
  const file = { format: actionFileFormat, ...facts, ...Object(parts) } as ActionFile;
  return { file, hidden: [...told.hidden], arns: [...told.arns] };
};

/** `look-an-issue-up.yaml` */
export const fileNameOf = ({ name }: Pick<NewAction, 'name'>, kind: string): string =>
  `${name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.${kind}`;
