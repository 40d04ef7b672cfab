import * as z from 'zod';
import { decide } from './domain/account/permission.rules.ts';
import type { Rights } from './kernel/caller.ts';
import { isWrite, pathVariables, type Route } from './kernel/route.ts';
import { type CallRequest, requestOf } from './kernel/route-request.ts';
import { yieldToOthers } from './kernel/yield-to-others.ts';
import { allRoutes, type Area } from './routes.ts';

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

/** Calls without a tool: tickets of sockets, and sessions, belong to people in a browser. */
const areasWithoutTools: ReadonlySet<Area> = new Set<Area>(['ws']);
const sessionPath = /^users\/me\/|^agents\/.*\/enrol/;

type Entry = { name: string; area: string; route: Route };

const toolEntries: readonly Entry[] = Object.entries(allRoutes)
  .filter(([area]) => !areasWithoutTools.has(area as Area))
  .flatMap(([area, routes]) =>
    Object.entries<Route>(routes).map(([name, route]) => ({ name, area, route })),
  )
  .filter(({ route }) => !sessionPath.test(route.path));

/** The most characters of a path with its query that API Gateway accepts along with headers. */
const maxPathLength = 8000;

const argumentsTooLong =
  `The arguments are longer than ${maxPathLength} characters in the address of the call. ` +
  'Give fewer or shorter ones.';

const entryByName = new Map(toolEntries.map((entry) => [entry.name, entry]));

const toolCache = new Map<string, Tool>();

/** Returns the tool of a call, built once: the schemas of all calls take a third of a second. */
const toolOf = (entry: Entry): Tool => {
  const tool = toolCache.get(entry.name) ?? createTool(entry);
  toolCache.set(entry.name, tool);
  return tool;
};

const createTool = ({ name, area, route }: Entry): Tool => {
  const changesData = isWrite(route);
  return {
    name,
    description: `${route.audit}. Area: ${area}.${changesData ? ' Changes something.' : ''}`,
    // Clients reject the whole list if one schema lacks the type, as a union's schema does.
    inputSchema: {
      type: 'object',
      ...z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }),
    },
    annotations: {
      title: route.audit,
      readOnlyHint: !changesData,
      // A call that writes may start a bot or decide about one, whatever its method is.
      ...(changesData && { destructiveHint: true }),
      openWorldHint: false,
    },
  };
};

/** How many tools are built before other work gets a turn on the event loop. */
const atOnce = 10;

/** The tools that a caller with these rights may use; read-only ones first. */
export const toolsFor = async (rights: Rights): Promise<Tool[]> => {
  const allowed = toolEntries
    .filter(({ route }) => decide(rights, route).allowed)
    .toSorted((a, b) => Number(isWrite(a.route)) - Number(isWrite(b.route)));
  const tools: Tool[] = [];
  let createdCount = 0;
  for (const entry of allowed) {
    if (!toolCache.has(entry.name) && ++createdCount % atOnce === 0) await yieldToOthers();
    tools.push(toolOf(entry));
  }
  return tools;
};

/** Whether a value can be a path segment: only dots would lead to the path of another call. */
const isPathSegment = (value: unknown): boolean =>
  ['string', 'number'].includes(typeof value) && !/^\.{0,2}$/.test(String(value));

/**
 * Returns the call of a tool, or the `problem` that prevents making its address; undefined if there
 * is no such tool. The call itself validates all other arguments.
 */
export const callOfTool = (
  name: string,
  args: Record<string, unknown>,
): CallRequest | { problem: string } | undefined => {
  const route = entryByName.get(name)?.route;
  if (!route) return undefined;
  const invalidName = pathVariables(route.path).find(
    (variable) => !Object.hasOwn(args, variable) || !isPathSegment(args[variable]),
  );
  if (invalidName !== undefined)
    return { problem: `The argument "${invalidName}" is missing, or is no id.` };
  const call = requestOf(route, args);
  return call.path.length > maxPathLength ? { problem: argumentsTooLong } : call;
};
