import type { ShownFields } from '#lib/domain/audit/change.rules.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Log } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { pathVariables, type Route, type Routes } from '#lib/kernel/route.ts';

export type Functions = Record<string, (caller: Caller, input: never) => Promise<unknown>>;

type ReadableArea = { routes: Routes; functions: Functions; log: Log };

/** A call of the area that changes something, with its input, and its output once it is done. */
type ChangingCall = { route: Route; caller: Caller; input: unknown; output?: unknown };

/**
 * Reads what a call changes, as the area's own call returns it; undefined if it does not exist.
 * Never throws: these details of the audit trail must not make the call fail.
 */
export const changedStateReader =
  ({ routes, functions, log }: ReadableArea) =>
  async ({ route, caller, input, output }: ChangingCall): Promise<ShownFields | undefined> => {
    const key = route.changes?.shownBy ?? '';
    const readRoute = routes[key];
    const read = functions[key];
    if (!readRoute || !read) return undefined;
    // The call's own output has the same shape.
    if (output !== undefined && route.output === readRoute.output) return Object(output);
    const inputFields = Object(input);
    const isCreated = route.status === 201;
    const idOf = (name: string): unknown => (isCreated ? Object(output)._id : inputFields[name]);
    const variables = pathVariables(readRoute.path).map((name) => [name, idOf(name)]);
    const parsed = readRoute.input.safeParse(Object.fromEntries(variables));
    if (!parsed.success) return undefined;
    try {
      // The input was parsed by the schema of the route that the function serves.
      return Object(readRoute.output.parse(await read(caller, parsed.data as never)));
    } catch (error) {
      const { tenant_id } = caller;
      if (!(error instanceof Refusal)) {
        log.error('The object of a call could not be read.', { route: key, tenant_id, error });
      }
      return undefined;
    }
  };
