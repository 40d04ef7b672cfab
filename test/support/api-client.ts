import type * as z from 'zod';
import type { Route } from '#lib/kernel/route.ts';
import { requestOf } from '#lib/kernel/route-request.ts';
import { allRoutes, type Area } from '#lib/routes.ts';

type Send = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> }>;

type Call<R extends Pick<Route, 'input' | 'output'>> = (
  input: z.input<R['input']>,
) => Promise<z.output<R['output']>>;

type Calls<Routes> = {
  [K in keyof Routes]: Routes[K] extends Pick<Route, 'input' | 'output'> ? Call<Routes[K]> : never;
};

type Client = {
  [A in Area]: Calls<(typeof allRoutes)[A]>;
};

const callOf = (send: Send, route: Route) => async (input: Record<string, unknown>) => {
  const { method, path, body } = requestOf(route, input);
  const answer = await send(method, path, body === undefined ? undefined : JSON.parse(body));
  if (answer.status < 400) return route.output.parse(answer.body);
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
};

/**
 * Every route as a function, by area, derived from the list of routes. A function throws on a 4xx
 * or 5xx.
 */
export const apiClient = (send: Send): Client => {
  const areas = Object.entries(allRoutes).map(([area, routes]) => [
    area,
    Object.fromEntries(Object.entries(routes).map(([key, route]) => [key, callOf(send, route)])),
  ]);
  return Object.fromEntries(areas) as Client;
};
