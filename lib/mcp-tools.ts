import * as z from 'zod';
import { decide } from './domain/account/permission.rules.ts';
import type { Rights } from './kernel/caller.ts';
import { isWrite, pathVariables, type Route } from './kernel/route.ts';
import { type CallRequest, requestOf } from './kernel/route-request.ts';
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

/** Characters of a path with its query, as API Gateway takes them with their headers. */
const longestPath = 8000;

const tooLong =
  `The arguments are longer than ${longestPath} characters in the address of the call. ` +
  'Give fewer or shorter ones.';

const byName = new Map(entries.map((entry) => [entry.name, entry]));

const described = new Map<string, Tool>();

/** The tool of a call, described once: the schemas of all calls take a third of a second. */
const toolOf = (entry: Entry): Tool => {
  const tool = described.get(entry.name) ?? describe(entry);
  described.set(entry.name, tool);
  return tool;
};

const describe = ({ name, area, route }: Entry): Tool => {
  const writes = isWrite(route);
  return {
    name,
    description: `${route.audit}. Area: ${area}.${writes ? ' Changes something.' : ''}`,
    // Clients refuse the whole list where one schema, as that of a choice, does not say so.
    inputSchema: {
      type: 'object',
      ...z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }),
    },
    annotations: {
      title: route.audit,
      readOnlyHint: !writes,
      // A call that writes may start a bot or decide about one, whatever its method is.
      ...(writes && { destructiveHint: true }),
      openWorldHint: false,
    },
  };
};

/** Tools that are described before others have their turn. */
const atOnce = 10;

const turn = () =>
  new Promise((done) => {
    setImmediate(done);
  });

/** The tools that somebody may use: those that only read come first. */
export const toolsFor = async (rights: Rights): Promise<Tool[]> => {
  const allowed = entries
    .filter(({ route }) => decide(rights, route).allowed)
    .toSorted((a, b) => Number(isWrite(a.route)) - Number(isWrite(b.route)));
  const tools: Tool[] = [];
  let fresh = 0;
  for (const entry of allowed) {
    if (!described.has(entry.name) && ++fresh % atOnce === 0) await turn();
    tools.push(toolOf(entry));
  }
  return tools;
};

/** What can stand in a path: with dots alone it would be the path of another call. */
const fitsPath = (value: unknown): boolean =>
  ['string', 'number'].includes(typeof value) && !/^\.{0,2}$/.test(String(value));

/**
 * The call that a tool stands for, or why its address cannot be made; undefined where there is no
 * such tool. All other arguments are judged by the call itself.
 */
export const callOfTool = (
  name: string,
  given: Record<string, unknown>,
): CallRequest | { problem: string } | undefined => {
  const route = byName.get(name)?.route;
  if (!route) return undefined;
  const wrong = pathVariables(route.path).find(
    (variable) => !Object.hasOwn(given, variable) || !fitsPath(given[variable]),
  );
  if (wrong !== undefined) return { problem: `The argument "${wrong}" is missing, or is no id.` };
  const call = requestOf(route, given);
  return call.path.length > longestPath ? { problem: tooLong } : call;
};
