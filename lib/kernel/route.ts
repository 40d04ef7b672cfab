import type * as z from 'zod';
import type { Caller } from './caller.ts';
// Every module that knows a route reports input errors in the product's own words.
import './validation-messages.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * An HTTP call as data. `input` is one strict object: path variables by name, the rest from the
 * query (GET, DELETE) or the JSON body. `permission` is what a role must allow, as
 * `<action>_<thing>`; permissions that everybody has may be named differently (`connect_realtime`).
 */
export type Route<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> = {
  method: Method;
  /** Without leading slash; variables in braces: `listeners/{listener_id}`. */
  path: string;
  permission: string;
  /** The resource type that roles list the permission under. */
  resource: string;
  /**
   * Who has the permission if it does not come from roles: every signed-in user, for what is their
   * own; only ROOT; or keys of agents, which have no other permissions.
   */
  holders?: 'everyone' | 'ROOT' | 'agents';
  /** A call with a body that changes nothing lasting: open to read-only users, and not audited. */
  reads?: true;
  /** The call may revoke access: the organisation's open sockets are checked after it. */
  ends?: 'access';
  input: In;
  output: Out;
  /** What the call does, in words: the audit trail's action, and the API document's summary. */
  audit: string;
  /**
   * What the audit trail keeps of the input and the output, by names for users; no secrets. Lists
   * of records show the entry `Decision`.
   */
  evidence?(input: z.output<In>, output: z.output<Out>): Record<string, string>;
  /**
   * What the audit trail records of a change: each field before and after, as returned by the call
   * with this key in the same area. For `hide` fields it only records that they changed; `skip`
   * fields, which follow from others, are left out.
   */
  changes?: { shownBy: string; hide?: readonly string[]; skip?: readonly string[] };
  /** The status of success; by default 200. */
  status?: 200 | 201 | 202 | 204;
};

export type Routes = Record<string, Route>;

/** Whether the call changes anything: then it is audited, and forbidden for read-only users. */
export const isWrite = ({ method, reads }: Pick<Route, 'method' | 'reads'>): boolean =>
  method !== 'GET' && !reads;

/** Whether the call returns a list in pages, whose cursors are sealed. */
export const isPaged = ({ input }: Pick<Route, 'input'>): boolean =>
  'shape' in input && 'next' in Object(input.shape);

/** Keeps the exact types of a set of routes; a route is known everywhere by its key. */
export const defineRoutes = <const R extends Routes>(set: R): R => set;

/** One function for each route, enforced by the compiler. */
export type Service<R extends Routes> = {
  [K in keyof R]: (
    caller: Caller,
    input: z.output<R[K]['input']>,
  ) => Promise<z.input<R[K]['output']>>;
};

/** The name of a route in the audit trail: `createListener` is `create_listener`. */
export const auditActionOf = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names of the variables in a route's path. */
export const pathVariables = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
