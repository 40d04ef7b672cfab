import * as z from 'zod';
import { hasExactNumbers, inexactNumber } from '#lib/kernel/exact-number.ts';

/** A JSON pointer into a response; `example` is shown in the error message. */
export const jsonPointer = (example: string) =>
  z
    .string()
    .max(200)
    .regex(/^(\/[^/]*)*$/, `Begin each part with /, as in ${example}.`);

const number = z.number().refine(hasExactNumbers, inexactNumber);

/** A success check as written by an organisation: an `Expects` within limits. */
export const expectsSchema = (pointer: ReturnType<typeof jsonPointer>) =>
  z.strictObject({
    at: pointer,
    is: z.union([z.string().max(1000), number, z.boolean(), z.null()]),
    why: pointer,
    otherwise: z.string().max(200).optional(),
  });
