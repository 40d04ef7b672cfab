import * as z from 'zod';
import { decide } from './domain/account/permission.rules.ts';
import type { Rights } from './kernel/caller.ts';
import { isWrite, pathVariables, type Route } from './kernel/route.ts';
import { allRoutes, type Area } from './routes.ts';

/** A call of the API, before it has an address: what a tool makes of its arguments. */
export type ApiCall = {
  method: Route['method'];
  /** Without leading slash, with its query. */
  path: string;
  body?: Record<string, unknown>;
};

/** A tool as the Model Context Protocol lists it. */
export type Tool = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    openWorldHint: boolean;
  };
};

/** Tickets of sockets and sessions are of people with a browser. */
const withoutTools: ReadonlySet<Area> = new Set<Area>(['ws']);
const ofSessions = /^users\/me\/|^agents\/.*\/enrol/;

type Entry = { name: string; area: string; route: Route };

const entries: readonly Entry[] = Object.entries(allRoutes)
  .filter(([area]) => !withoutTools.has(area as Area))
  .flatMap(([area, routes]) =>
    Object.entries<Route>(routes).map(([name, route]) => ({ name, area, route })),
  )
  .filter(({ route }) => !ofSessions.test(route.path));

const byName = new Map(entries.map((entry) => [entry.name, entry]));

const toolOf = ({ name, area, route }: Entry): Tool => {
  const writes = isWrite(route);
  return {
    name,
    description: `${route.audit}. Area: ${area}.${writes ? ' Changes something.' : ''}`,
    inputSchema: z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }),
    annotations: {
      title: route.audit,
      readOnlyHint: !writes,
      ...(writes && { destructiveHint: route.method === 'DELETE' }),
      openWorldHint: false,
    },
  };
};

/** The tools that somebody may use: those that only read come first. */
export const toolsFor = (rights: Rights): Tool[] =>
  entries
    .filter(({ route }) => decide(rights, route).allowed)
    .toSorted((a, b) => Number(isWrite(a.route)) - Number(isWrite(b.route)))
    .map(toolOf);

const inQuery = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(value)
    : String(value);

/**
 * The call that a tool stands for; undefined where there is no such tool. Arguments are judged by
 * the call itself; what a path lacks becomes an empty part of it, which no address has.
 */
export const callOfTool = (
  name: string,
  given: Readonly<Record<string, unknown>>,
): ApiCall | undefined => {
  const entry = byName.get(name);
  if (!entry) return undefined;
  const { method, path } = entry.route;
  const variables = pathVariables(path);
  const filled = path.replace(/\{(\w+)\}/g, (_, variable: string) =>
    Object.hasOwn(given, variable) ? encodeURIComponent(inQuery(given[variable])) : '-',
  );
  const rest = Object.entries(given).filter(([key]) => !variables.includes(key));
  if (method !== 'GET' && method !== 'DELETE') {
    return { method, path: filled, body: Object.fromEntries(rest) };
  }
  const query = new URLSearchParams(
    rest.map(([key, value]): [string, string] => [key, inQuery(value)]),
  );
  return { method, path: query.size > 0 ? `${filled}?${query.toString()}` : filled };
};

/** What a call of a tool must name that its path needs and its arguments lack. */
export const missingOf = (
  name: string,
  given: Readonly<Record<string, unknown>>,
): string | undefined =>
  pathVariables(byName.get(name)?.route.path ?? '').find(
    (variable) => !Object.hasOwn(given, variable),
  );
