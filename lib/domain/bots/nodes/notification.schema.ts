import * as z from 'zod';
import { template } from './template.schema.ts';

export const notificationSettings = z.strictObject({
  message: template().min(1, 'Say what is told.').default('').meta({
    title: 'Message',
    control: 'textarea',
  }),
});
