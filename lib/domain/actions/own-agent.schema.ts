import * as z from 'zod';
import { hasExactNumbers, inexactNumber } from '#lib/kernel/exact-number.ts';
import type { AgentType } from '../agents/agent-platform.schema.ts';
import { jobKinds } from '../agents/jobs/job.schema.ts';

/** Characters of what an agent is given, as JSON. */
const longest = 50_000;

const kinds = Object.keys(jobKinds) as (keyof typeof jobKinds)[];

/** The kinds of work that agents of one type of integrations do. */
export const kindsFor = (type: AgentType): typeof kinds =>
  kinds.filter((kind) => jobKinds[kind] === type || jobKinds[kind] === 'both');

/** Work of an agent as an organisation writes it: as `AgentWork` says, within bounds. */
export const agentWork = z.strictObject({
  kind: z.enum(kinds, 'Choose the work.'),
  args: z
    .record(z.string().max(100), z.unknown(), 'Write one object: {"name": "{name}"}.')
    .refine(hasExactNumbers, inexactNumber)
    .refine(
      (value) => JSON.stringify(value).length <= longest,
      `Keep the arguments below ${longest.toLocaleString('en')} characters.`,
    )
    .default({}),
  agent: z.string().trim().min(1, 'Write something here.').max(200).optional(),
});
