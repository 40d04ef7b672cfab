import type * as z from 'zod';
import type { Route } from './route.ts';

/** What a decision about rights needs to know about a call. */
type Guarded = Pick<Route, 'method' | 'permission' | 'resource' | 'holders' | 'reads'>;

/**
 * A realtime channel as data: what the server sends to consoles under this name, and the call that
 * fetches the content that frames refer to. Whoever may make that call gets the frames.
 */
export type Channel<T extends z.ZodType = z.ZodType> = {
  message: T;
  content: Guarded;
  /** The field that marks frames of no use later: reconnecting consoles do not get them again. */
  passing?: string;
};

/** Whether a message is only for consoles that are connected now. */
export const isTransientMessage = ({ passing }: Channel, message: unknown): boolean =>
  passing !== undefined && Object(message)[passing] !== undefined;

export type Channels = Record<string, Channel>;

export const defineChannels = <const C extends Channels>(set: C): C => set;
