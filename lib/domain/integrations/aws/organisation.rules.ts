import { type Integration, mostGroups } from '../integration.schema.ts';

type Named = Pick<Integration, 'alias' | 'groups'>;

/**
 * The groups of each account of an organisation: they are found together by the name that was given
 * for all.
 */
export const groupsTogether = ({ alias, groups }: Named): string[] => [
  ...new Set([...groups, alias.slice(0, 60).trim()]),
];

/** Why accounts of an organisation cannot have all of these groups; undefined where they can. */
export const tooManyTogether = (named: Named): string | undefined =>
  groupsTogether(named).length > mostGroups
    ? `Give at most ${mostGroups - 1} groups: the accounts of an organisation also get one that ` +
      'is called as the alias.'
    : undefined;
