import * as z from 'zod';
import { failurePolicies } from './parallel.schema.ts';
import { template } from './template.schema.ts';

/** Settings that are evaluated again for each iteration. */
export const perTurnSettings = ['condition'] as const;

const loopTypes = ['list', 'count', 'while'] as const;

export const loopSettings = z.strictObject({
  loop_type: z.enum(loopTypes).default('list').meta({
    title: 'Repeat',
    description: 'For each item, a number of times, or while a condition holds.',
  }),
  items_to_iterate: template()
    .optional()
    .meta({
      title: 'Items',
      description: 'An expression that yields a list; the body reads each as $loop.item.',
      placeholder: '{% $event.resources %}',
      control: 'expression',
      needed: true,
      when: { loop_type: ['list'] },
    }),
  count: z
    .union([z.number().int().min(0).max(10_000), template().min(1)], 'Enter a whole number.')
    .optional()
    .meta({
      title: 'Times',
      description: 'A whole number, or an expression that yields one.',
      control: 'expression',
      needed: true,
      when: { loop_type: ['count'] },
    }),
  condition: template()
    .optional()
    .meta({
      title: 'While',
      description: 'Evaluated before each iteration; $loop.last is the result of the previous one.',
      placeholder: '{% $loop.index < 3 %}',
      control: 'expression',
      needed: true,
      when: { loop_type: ['while'] },
    }),
  max_concurrency: z
    .number()
    .int()
    .min(1)
    .max(40)
    .default(1)
    .meta({
      title: 'Iterations at once',
      description: 'How many iterations may run at the same time.',
      when: { loop_type: ['list', 'count'] },
    }),
  max_iterations: z.number().int().min(1).max(10_000).default(10_000).meta({
    title: 'Maximum iterations',
    description: 'A loop with more iterations fails before the first one.',
  }),
  on_iteration_failure: z.enum(failurePolicies).default('fail_all').meta({
    title: 'When an iteration fails',
    description: 'Fail all ends the loop and the run; Continue runs the other iterations.',
  }),
});
