import * as z from 'zod';
import { template } from './template.schema.ts';

export const pythonCodeSettings = z.strictObject({
  code: z
    .string()
    .min(1, 'Write some code.')
    .max(100_000)
    // No expressions, so that neither an event nor a node's result can become code.
    .refine(
      (code) => !code.includes('{%'),
      'Code must not contain expressions. Read values from inputs.',
    )
    .default('')
    .meta({
      title: 'Code',
      description:
        'Assign the output to result, or define main(inputs). Standard library only; no ' +
        'network, no files.',
      placeholder: 'result = len(inputs["hosts"])',
      control: 'code',
    }),
  inputs: template().default('').meta({
    title: 'Inputs',
    description: 'An expression that yields an object. The code reads it as inputs.',
    placeholder: "{% { 'hosts': $nodes.list.body } %}",
    control: 'expression',
  }),
  timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(10)
    .default(10)
    .meta({ title: 'Timeout', description: 'Seconds after which the code is stopped.' }),
});
