import * as z from 'zod';

/** The entity as it was seen: a save refuses to undo what somebody did since. */
export const baseRevision = z.number('Say which revision you changed.').int().min(1);
