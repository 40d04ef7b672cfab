import type * as z from 'zod';
import type { Caller } from './caller.ts';
// Whoever knows a call says in our own words what is wrong with its input.
import './sentences.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * An HTTP call as data. `input` is one strict object: path variables by name, the rest from the
 * query (GET, DELETE) or the JSON body. `permission` is what a role must allow,
 * `<action>_<thing>`; those that everybody holds may have other words (`connect_realtime`).
 */
export type Route<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> = {
  method: Method;
  /** Without leading slash; variables in braces: `listeners/{listener_id}`. */
  path: string;
  permission: string;
  /** Resource type that the permission belongs to in roles. */
  resource: string;
  /**
   * Who holds the permission where roles do not give it: everybody who is signed in, for what is
   * their own; ROOT alone; or the keys of agents, which hold nothing else.
   */
  holders?: 'everyone' | 'ROOT' | 'agents';
  /** A call with a body that changes nothing lasting: open to read-only people, and not audited. */
  reads?: true;
  /** It may take access from somebody: open sockets of the organisation are looked at after it. */
  ends?: 'access';
  input: In;
  output: Out;
  /** What the call does, in words; the audit trail's action and the API document's summary. */
  audit: string;
  /**
   * What the audit trail keeps of the input and of what came of it, by names for people; no
   * secrets. Lists of records show the `Decision` among them.
   */
  evidence?(input: z.output<In>, output: z.output<Out>): Record<string, string>;
  /**
   * What the audit trail tells of the change: each field before and after, as the call of this key
   * in the same area shows it. Of those that it hides, only that they changed; of those that it
   * skips, which follow from others, nothing.
   */
  changes?: { shownBy: string; hide?: readonly string[]; skip?: readonly string[] };
  /** Status of success; 200 unless told. */
  status?: 200 | 201 | 202 | 204;
};

export type Routes = Record<string, Route>;

/** Whether the call changes anything: what a read-only person may not do, and what is audited. */
export const isWrite = ({ method, reads }: Pick<Route, 'method' | 'reads'>): boolean =>
  method !== 'GET' && !reads;

/** Whether the call answers a list in pages, whose cursors are sealed. */
export const isPaged = ({ input }: Pick<Route, 'input'>): boolean =>
  'shape' in input && 'next' in Object(input.shape);

/** Keeps the exact types of a set of routes; the key names the route everywhere. */
export const routes = <const R extends Routes>(set: R): R => set;

/** One function a route: the compiler demands each. */
export type Service<R extends Routes> = {
  [K in keyof R]: (
    caller: Caller,
    input: z.output<R[K]['input']>,
  ) => Promise<z.input<R[K]['output']>>;
};

/** The audit trail's name of a route: `createListener` is `create_listener`. */
export const actionOf = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names of the variables in a route's path. */
export const pathVariables = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
