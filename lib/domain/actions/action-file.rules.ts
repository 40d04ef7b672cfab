import { type ActionFile, actionFileFormat } from './action-file.schema.ts';
import type { NewAction } from './own-action.schema.ts';

/** What stands for an ARN that is not told. */
const hiddenArn = 'arn:';

/** A text of code that begins with `arn:`, in its quotes. */
const quotedArn = /(["'])arn:[^"'\n]*\1/g;

/** A value without the ARNs that are texts of their own in it; `place` is where it stands. */
const withoutArns = (value: unknown, place: string, hidden: string[]): unknown => {
  if (typeof value === 'string') {
    const bare = value.startsWith('arn:')
      ? hiddenArn
      : value.replace(quotedArn, (_, quote: string) => quote + hiddenArn + quote);
    if (bare !== value) hidden.push(`The ARN in ${place}`);
    return bare;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutArns(one, place, hidden));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutArns(one, name, hidden)]),
  );
};

/** What an action's file holds, and what it leaves out. */
export const fileOf = (action: NewAction): { file: ActionFile; hidden: string[] } => {
  const hidden: string[] = [];
  const { parameters_definition, call, ...facts } = action;
  const parts = withoutArns({ parameters_definition, call }, 'the action', hidden);
  const file = { format: actionFileFormat, ...facts, ...Object(parts) } as ActionFile;
  return { file, hidden: [...new Set(hidden)] };
};

/** `look-an-issue-up.yaml` */
export const fileNameOf = ({ name }: Pick<NewAction, 'name'>, kind: string): string =>
  `${name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.${kind}`;
