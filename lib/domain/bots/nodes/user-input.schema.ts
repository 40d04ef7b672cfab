import * as z from 'zod';
import { template } from './template.schema.ts';

export const userInputSettings = z.strictObject({
  message: template().default('').meta({
    title: 'Message',
    description: 'What people are asked to fill in.',
    control: 'textarea',
  }),
  expires_in_minutes: z
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(1440)
    .meta({ title: 'Expires after', description: 'Minutes; then the way out is expired.' }),
});
