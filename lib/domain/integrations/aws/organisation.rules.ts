import { type Integration, mostGroups } from '../integration.schema.ts';

type Named = Pick<Integration, 'alias' | 'groups'>;

/**
 * The groups of each account of an organisation: those entered, and one named after the common
 * alias, by which all its accounts are found.
 */
export const groupsTogether = ({ alias, groups }: Named): string[] => [
  ...new Set([...groups, alias.slice(0, 60).trim()]),
];

/** Why accounts of an organisation cannot have all of these groups; undefined if they can. */
export const tooManyTogether = (named: Named): string | undefined =>
  groupsTogether(named).length > mostGroups
    ? `Give at most ${mostGroups - 1} groups: the accounts of an organisation also get a group ` +
      'with the name of the alias.'
    : undefined;
