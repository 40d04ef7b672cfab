import * as z from 'zod';

export const pythonCodeSettings = z.strictObject({
  code: z.string().min(1, 'Write some code.').max(100_000).default('').meta({
    title: 'Code',
    control: 'textarea',
  }),
});
