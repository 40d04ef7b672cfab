import * as z from 'zod';

/** The revision that a change is based on: a save is rejected if somebody changed it since. */
export const baseRevision = z.number('Send the revision that you changed.').int().min(1);
