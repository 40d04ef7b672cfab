import type * as z from 'zod';
import type { Route } from './route.ts';

/**
 * A realtime channel as data: what the server sends to the console under this name, and the call
 * that fetches what the frames are about. Whoever may make that call gets the frames.
 */
export type Channel<T extends z.ZodType = z.ZodType> = {
  message: T;
  content: Pick<Route, 'method' | 'permission' | 'resource' | 'holders' | 'reads'>;
};

export type Channels = Record<string, Channel>;

export const channels = <const C extends Channels>(set: C): C => set;
