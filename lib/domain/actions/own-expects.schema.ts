import * as z from 'zod';
import { hasExactNumbers, inexactNumber } from '#lib/kernel/exact-number.ts';

/** A place in an answer; what is wrong names `example`. */
export const pointerLike = (example: string) =>
  z
    .string()
    .max(200)
    .regex(/^(\/[^/]*)*$/, `Begin each part with /, as in ${example}.`);

const number = z.number().refine(hasExactNumbers, inexactNumber);

/** What an answer has to hold, as `Expects` says, within bounds. */
export const expectsLike = (pointer: ReturnType<typeof pointerLike>) =>
  z.strictObject({
    at: pointer,
    is: z.union([z.string().max(1000), number, z.boolean(), z.null()]),
    why: pointer,
    otherwise: z.string().max(200).optional(),
  });
