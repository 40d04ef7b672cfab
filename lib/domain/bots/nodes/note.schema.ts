import * as z from 'zod';

export const noteSettings = z.strictObject({
  text: z.string().max(5000).default('').meta({ title: 'Text', control: 'textarea' }),
});
