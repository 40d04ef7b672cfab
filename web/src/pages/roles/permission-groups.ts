import { actions } from '#lib/kernel/actions.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import type { Group } from './policy-choice.ts';

export const groupings = ['resource', 'action'] as const;
export type Grouping = (typeof groupings)[number];

/** A group as shown; `isCut` if a search hides some of its permissions. */
export type ShownGroup = Group & {
  id: string;
  title: string;
  visible: readonly Permission[];
  isCut: boolean;
};

/** A name of the API as text: `bot_execution` becomes "Bot execution". */
export const toWords = (name: string): string => {
  const text = name.replaceAll('_', ' ').replace(/\bapi\b/g, 'API');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const keyOf = ({ name, resource_type }: Permission, grouping: Grouping): string =>
  grouping === 'resource' ? resource_type : (name.split('_', 1)[0] ?? '');

const actionOrderOf = (action: string): number => actions.findIndex((one) => one === action);
const compareActions = (a: string, b: string): number => actionOrderOf(a) - actionOrderOf(b);
const compareNames = (a: string, b: string): number => (a < b ? -1 : 1);

/** By action, then by resource type. */
const sortPermissions = (permissions: readonly Permission[]): Permission[] =>
  permissions.toSorted(
    (a, b) =>
      compareActions(keyOf(a, 'action'), keyOf(b, 'action')) ||
      compareNames(a.resource_type, b.resource_type),
  );

const matches = (text: string, search: string): boolean =>
  text.toLowerCase().includes(search.trim().toLowerCase());

const matchesSearch = ({ name, description, resource_type }: Permission, search: string): boolean =>
  [name, toWords(name), description, toWords(resource_type)].some((text) => matches(text, search));

/**
 * All permissions by resource or by action. A search keeps matching permissions, and whole groups
 * with matching titles.
 */
export const groupsOf = (
  permissions: readonly Permission[],
  grouping: Grouping,
  search = '',
): ShownGroup[] => {
  const groups = Map.groupBy(sortPermissions(permissions), (one) => keyOf(one, grouping));
  const order = grouping === 'resource' ? compareNames : compareActions;
  return [...groups]
    .sort(([a], [b]) => order(a, b))
    .map(([id, members]) => {
      const title = toWords(id);
      const visible = matches(title, search)
        ? members
        : members.filter((one) => matchesSearch(one, search));
      const line =
        grouping === 'resource'
          ? { resource: id, permission: '*' }
          : { resource: '*', permission: `${id}_*` };
      const isCut = visible.length < members.length;
      return { id, title, line, permissions: members, visible, isCut };
    })
    .filter(({ visible }) => visible.length > 0);
};
