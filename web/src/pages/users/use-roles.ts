import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { RoleView } from '#lib/domain/roles/role.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { roles } from '#web/api/roles.ts';

export type Roles = { predefined: RoleView[]; custom: RoleView[] };

const readAll = async (signal: AbortSignal): Promise<Roles> => {
  const number_of_items = limits.pageSize;
  let page = await roles.listRoles({ number_of_items }, signal);
  const { predefined } = page;
  const custom = [...page.items];
  while (page.next !== undefined) {
    // Each page contains the cursor of the next one.
    // oxlint-disable-next-line no-await-in-loop
    page = await roles.listRoles({ number_of_items, next: page.next }, signal);
    custom.push(...page.items);
  }
  return { predefined, custom };
};

/** All roles that can be assigned: the predefined ones and the organisation's own. */
export const useRoles = (): UseQueryResult<Roles, ApiError> =>
  useQuery({
    queryKey: [roles.listRoles.routeKey, 'all'],
    queryFn: ({ signal }) => readAll(signal),
  });
