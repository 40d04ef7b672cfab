import type * as z from 'zod';

/** A realtime channel as data: what the server sends to the console under this name. */
export type Channel<T extends z.ZodType = z.ZodType> = { message: T };

export type Channels = Record<string, Channel>;

export const channels = <const C extends Channels>(set: C): C => set;
