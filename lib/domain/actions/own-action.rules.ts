import { conflict } from '#lib/kernel/refusal.ts';
import { type Action, writableTypes } from './definition.schema.ts';
import type { NewAction, OwnAction } from './own-action.schema.ts';

/** Maximum number of own actions per organisation: lists read all of them. */
export const maxOwnActions = 500;

const maxNameLength = 100;
const maxCopyNames = 99;

/** Converts a name to a valid name of an own action: letters, digits, hyphens and spaces. */
const toValidName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 -]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .replace(/^action\s*/i, '');

/** Candidate names for a copy, the best first. */
export const copyNames = (name: string): string[] =>
  Array.from({ length: maxCopyNames }, (_, at) => {
    const suffix = at === 0 ? ' copy' : ` copy ${at + 1}`;
    return `${toValidName(name)
      .slice(0, maxNameLength - suffix.length)
      .trim()}${suffix}`;
  });

/** Why an action cannot be copied or exported; undefined if it can. */
export const whyNotCopyable = ({
  executable_type,
}: Pick<Action, 'executable_type'>): string | undefined =>
  writableTypes.some((type) => type === executable_type)
    ? undefined
    : 'This action is built in and cannot be copied or exported: nodes contain its SQL.';

/** The user-written part of an action, without ids and times; throws 409 if it cannot be copied. */
export const writtenPartOf = (action: Action | OwnAction): NewAction => {
  const reason = whyNotCopyable(action);
  if (reason !== undefined) throw conflict(reason);
  const { name, description, integration_type, approval_required } = action;
  const { executable_type, parameters_definition, call } = action;
  const facts = { name, description, integration_type, approval_required };
  // Ready-made actions fit the schema of own ones, which tests verify.
  return { ...facts, executable_type, parameters_definition, call } as NewAction;
};
