import { conflict } from '#lib/kernel/refusal.ts';
import { type Action, writtenTypes } from './definition.schema.ts';
import type { NewAction, OwnAction } from './own-action.schema.ts';

/** Actions that one organisation can make; all of them are read to list some. */
export const mostOwnActions = 500;

const longestName = 100;
const mostCopies = 99;

/** A name that names of own actions may be: letters, digits, hyphens and blanks. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 -]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .replace(/^action\s*/i, '');

/** Names for a copy, the best first. */
export const copyNames = (name: string): string[] =>
  Array.from({ length: mostCopies }, (_, at) => {
    const end = at === 0 ? ' copy' : ` copy ${at + 1}`;
    return `${plain(name).slice(0, longestName - end.length).trim()}${end}`;
  });

/** Why an action is neither copied nor exported; undefined where it may be. */
export const staysAsItIs = ({
  executable_type,
}: Pick<Action, 'executable_type'>): string | undefined =>
  writtenTypes.some((type) => type === executable_type)
    ? undefined
    : 'It comes with the product and stays as it is: nodes give it their SQL.';

/** What people wrote of an action, without what we know of it. */
export const writtenOf = (action: Action | OwnAction): NewAction => {
  const stays = staysAsItIs(action);
  if (stays !== undefined) throw conflict(stays);
  const { name, description, integration_type, approval_required } = action;
  const { executable_type, parameters_definition, call } = action;
  const facts = { name, description, integration_type, approval_required };
  // What comes with the product fits the schema of what people write: the tests say so.
  return { ...facts, executable_type, parameters_definition, call } as NewAction;
};
