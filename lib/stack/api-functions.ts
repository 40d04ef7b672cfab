import { isPaged, isWrite, type Route } from '#lib/kernel/route.ts';
import { type Area, allRoutes } from '#lib/routes.ts';
import { tables } from '#lib/tables.ts';
import { type Needed, needed } from './area-needs.ts';
import { type FunctionSpec, pushing, reading, type TableUse } from './function-spec.ts';
import type { Need } from './needs.ts';

type Uses = Record<string, TableUse[]>;

/**
 * What people do and are refused is told, where an area has any such call; only the record of one
 * that writes is concluded.
 */
const telling = (area: Area): Uses => {
  const all = Object.values<Route>(allRoutes[area]);
  if (all.some(isWrite)) return { audit_records: ['put', 'update'] };
  return all.some(({ holders }) => holders !== 'everyone') ? { audit_records: ['put'] } : {};
};

/** An area keeps its entity in the table of its name, unless its entry says otherwise. */
const own = (area: string): Uses => {
  const name = area.replaceAll('-', '_');
  const isTable = tables.some((table) => table.name === name);
  return isTable ? { [name]: ['get', 'query', 'put', 'update', 'delete'] } : {};
};

/** The secret that seals cursors, where the area has lists in pages. */
const sealing = (area: Area): Need[] =>
  Object.values<Route>(allRoutes[area]).some(isPaged) ? ['read hash secret'] : [];

/** Who loses access by a call loses open sockets with it. */
const ending = (area: Area): Needed => {
  const ends = Object.values<Route>(allRoutes[area]).some((route) => route.ends !== undefined);
  return ends ? { tables: { ...reading, ...pushing }, needs: ['end sockets'] } : {};
};

/** Who calls is read anew on every call (`readCaller`). */
const api = (area: Area, { tables: uses, needs = [], variables }: Needed = {}): FunctionSpec => ({
  timeout: 28,
  memory: 512,
  ...(variables && { variables }),
  tables: { ...reading, ...telling(area), ...ending(area).tables, ...own(area), ...uses },
  needs: [...new Set([...sealing(area), ...(ending(area).needs ?? []), ...needs])],
});

/** One function an area of the API. */
export const apiFunctions = Object.fromEntries(
  (Object.keys(allRoutes) as Area[]).map((area) => [`api/${area}`, api(area, needed[area])]),
) as { [A in Area as `api/${A}`]: FunctionSpec };
