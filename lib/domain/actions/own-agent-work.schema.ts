import * as z from 'zod';
import { hasExactNumbers, inexactNumber } from '#lib/kernel/exact-number.ts';
import type { AgentType } from '../agents/agent-platform.schema.ts';
import { jobKinds } from '../agents/jobs/job.schema.ts';

/** Maximum characters of the arguments as JSON. */
const maxArgumentsLength = 50_000;

const kinds = Object.keys(jobKinds) as (keyof typeof jobKinds)[];

/** The kinds of jobs that agents of an integration type do. */
export const kindsFor = (type: AgentType): typeof kinds =>
  kinds.filter((kind) => jobKinds[kind] === type || jobKinds[kind] === 'both');

/** A job of an agent as written by an organisation: an `AgentWork` within limits. */
export const agentWork = z.strictObject({
  kind: z.enum(kinds, 'Choose the work.'),
  args: z
    .record(z.string().max(100), z.unknown(), 'Write a JSON object, such as {"name": "{name}"}.')
    .refine(hasExactNumbers, inexactNumber)
    .refine(
      (value) => JSON.stringify(value).length <= maxArgumentsLength,
      `Keep the arguments below ${maxArgumentsLength.toLocaleString('en')} characters.`,
    )
    .default({}),
  agent: z.string().trim().min(1, 'Write something here.').max(200).optional(),
});
