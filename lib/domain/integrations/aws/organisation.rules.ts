import { type Integration, maxGroups } from '../integration.schema.ts';

type Named = Pick<Integration, 'alias' | 'groups'>;

/**
 * The groups of each account of an organisation: those entered, and one named after the common
 * alias, by which all its accounts are found.
 */
export const accountGroupsOf = ({ alias, groups }: Named): string[] => [
  ...new Set([...groups, alias.slice(0, 60).trim()]),
];

/** Why accounts of an organisation cannot have all of these groups; undefined if they can. */
export const groupLimitProblem = (naming: Named): string | undefined =>
  accountGroupsOf(naming).length > maxGroups
    ? `Give at most ${maxGroups - 1} groups: the accounts of an organisation also get a group ` +
      'with the name of the alias.'
    : undefined;
