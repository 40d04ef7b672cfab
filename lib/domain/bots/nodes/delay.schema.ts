import * as z from 'zod';
import { template } from './template.schema.ts';

export const delaySettings = z.strictObject({
  seconds: z
    .union([z.number().int().min(1).max(31_536_000), template().min(1)], 'Enter whole seconds.')
    .default(60)
    .meta({
      title: 'Seconds to wait',
      description: 'A whole number up to one year, or an expression that yields one.',
      control: 'expression',
    }),
});
