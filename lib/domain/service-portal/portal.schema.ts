import * as z from 'zod';
import { nodeKinds } from '../bots/node-kind.schema.ts';
import type { executionStates } from '../executions/execution.schema.ts';

export const stepKinds = ['Input', 'Approve', 'Wait', 'Process'] as const;
export type StepKind = (typeof stepKinds)[number];

/** States of steps (spec 3 section 4): those of runs, and two that results may have besides. */
export type StepStatus = (typeof executionStates)[number] | 'COMPLETED' | 'RESOLVED';

/** Steps that people follow as one. */
export const stepGroup = z.object({
  kind: z.enum(stepKinds),
  steps: z.array(z.object({ id: z.string(), type: z.enum(nodeKinds), name: z.string() })),
});
export type StepGroup = z.infer<typeof stepGroup>;
