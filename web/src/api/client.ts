import type * as z from 'zod';
import type { GuardedRoute } from '#lib/domain/account/permission.rules.ts';
import type { Routes } from '#lib/kernel/route.ts';
import { requestOf } from '#lib/kernel/route-request.ts';
import { ApiError } from './api-error.ts';
import { refusalToRead } from './own-rights.ts';
import { send } from './send.ts';

/** One route as a function, and its key in the query cache. */
export type Call<In, Out> = {
  (input: In, signal?: AbortSignal): Promise<Out>;
  /** The route's key: first part of its query keys. */
  routeKey: string;
  /** Decides who may make the call. */
  guard: GuardedRoute;
  /** Keys of every route of its area; all become stale when one of them has written. */
  area: readonly string[];
};

export type Client<R extends Routes> = {
  [K in keyof R]: Call<z.input<R[K]['input']>, z.output<R[K]['output']>>;
};

/** The typed client of one area, made from its routes. Calls reject only with `ApiError`. */
export const client = <R extends Routes>(areaRoutes: R): Client<R> => {
  const area = Object.keys(areaRoutes);
  const calls = Object.entries(areaRoutes).map(([routeKey, route]) => {
    const { method, permission, resource, holders, reads } = route;
    const guard = {
      method,
      permission,
      resource,
      ...(holders && { holders }),
      ...(reads && { reads }),
    };
    const call = async (input: Record<string, unknown>, signal?: AbortSignal) => {
      const refusal = refusalToRead(guard);
      if (refusal !== undefined) throw new ApiError(403, refusal);
      return send(requestOf(route, input), signal);
    };
    return [routeKey, Object.assign(call, { routeKey, area, guard })];
  });
  return Object.fromEntries(calls) as Client<R>;
};
