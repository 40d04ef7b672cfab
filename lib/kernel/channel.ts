import type * as z from 'zod';
import type { Route } from './route.ts';

/** What a decision about rights needs to know of a call. */
type Guarded = Pick<Route, 'method' | 'permission' | 'resource' | 'holders' | 'reads'>;

/**
 * A realtime channel as data: what the server sends to the console under this name, and the call
 * that fetches what the frames are about. Whoever may make that call gets the frames.
 */
export type Channel<T extends z.ZodType = z.ZodType> = {
  message: T;
  content: Guarded;
  /** The field of those frames that are of no use later: consoles that come back miss them. */
  passing?: string;
};

/** Whether a message is for those alone who are there now. */
export const isPassing = ({ passing }: Channel, message: unknown): boolean =>
  passing !== undefined && Object(message)[passing] !== undefined;

export type Channels = Record<string, Channel>;

export const channels = <const C extends Channels>(set: C): C => set;
