import { isPaged, isWrite, type Route } from '#lib/kernel/route.ts';
import { allRoutes, type Area } from '#lib/routes.ts';
import { tables } from '#lib/tables.ts';
import { type AreaNeeds, areaNeeds } from './area-needs.ts';
import {
  callerRightsTables,
  type FunctionSpec,
  pushTables,
  type TableUse,
} from './function-spec.ts';
import type { Need } from './needs.ts';

type TableUses = Record<string, TableUse[]>;

/**
 * Permits writing audit records if the area has calls that write or that can be rejected. Only the
 * record of a write is updated once the call is done.
 */
const auditUses = (area: Area): TableUses => {
  const all = Object.values<Route>(allRoutes[area]);
  if (all.some(isWrite)) return { audit_records: ['put', 'update'] };
  return all.some(({ holders }) => holders !== 'everyone') ? { audit_records: ['put'] } : {};
};

/** Permits the table of the area's name, if there is one: an area stores its entity there. */
const ownTableUses = (area: string): TableUses => {
  const name = area.replaceAll('-', '_');
  const isTable = tables.some((table) => table.name === name);
  return isTable ? { [name]: ['get', 'query', 'put', 'update', 'delete'] } : {};
};

/** Permits the secret that seals cursors if the area has paged lists. */
const cursorNeeds = (area: Area): Need[] =>
  Object.values<Route>(allRoutes[area]).some(isPaged) ? ['read hash secret'] : [];

/** Permits closing sockets if a call of the area can revoke access. */
const revocationNeeds = (area: Area): AreaNeeds => {
  const canRevoke = Object.values<Route>(allRoutes[area]).some((route) => route.ends !== undefined);
  return canRevoke
    ? { tables: { ...callerRightsTables, ...pushTables }, needs: ['end sockets'] }
    : {};
};

/** The function of an area; the caller is read anew on every call (`readCaller`). */
const apiFunction = (
  area: Area,
  { tables: uses, needs = [], variables }: AreaNeeds = {},
): FunctionSpec => ({
  timeout: 28,
  memory: 512,
  ...(variables && { variables }),
  tables: {
    ...callerRightsTables,
    ...auditUses(area),
    ...revocationNeeds(area).tables,
    ...ownTableUses(area),
    ...uses,
  },
  needs: [...new Set([...cursorNeeds(area), ...(revocationNeeds(area).needs ?? []), ...needs])],
});

/** One function for each area of the API. */
export const apiFunctions = Object.fromEntries(
  (Object.keys(allRoutes) as Area[]).map((area) => [
    `api/${area}`,
    apiFunction(area, areaNeeds[area]),
  ]),
) as { [A in Area as `api/${A}`]: FunctionSpec };
