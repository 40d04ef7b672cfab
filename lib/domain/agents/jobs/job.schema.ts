import * as z from 'zod';

/**
 * The kinds of jobs, with the type of integration each needs. `http` calls private addresses, for
 * both types.
 */
export const jobKinds = {
  'kubernetes.list': 'kubernetes',
  'kubernetes.get': 'kubernetes',
  'kubernetes.logs': 'kubernetes',
  'kubernetes.snapshot': 'kubernetes',
  'kubernetes.patch': 'kubernetes',
  'kubernetes.scale': 'kubernetes',
  'kubernetes.restart': 'kubernetes',
  'kubernetes.delete': 'kubernetes',
  'linux.run': 'linux',
  'linux.read_file': 'linux',
  'linux.service': 'linux',
  http: 'both',
} as const;
export type JobKind = keyof typeof jobKinds;

const kinds = Object.keys(jobKinds) as [JobKind, ...JobKind[]];

const jobArgs = z.record(z.string(), z.unknown());

/** A job as the engine passes it on. */
export const jobInput = z.object({
  integration_id: z.string(),
  /** The name of the agent that must do it; absent where any agent of the integration may. */
  agent: z.string().optional(),
  kind: z.enum(kinds),
  args: jobArgs,
  /** Whether it is safe to do it twice: after its lease lapses, it is handed out again. */
  idempotent: z.boolean(),
});
export type JobInput = z.infer<typeof jobInput>;

const taskOfRun = z.object({
  bot_exc_id: z.string(),
  lane: z.string(),
  node_id: z.string(),
  until: z.string(),
});

/** As stored: ids and states. The arguments of a run's job are in the file of its task. */
export const agentJob = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  integration_id: z.string(),
  agent: z.string().optional(),
  kind: z.enum(kinds),
  idempotent: z.boolean(),
  /**
   * The node of a run that waits for it, and until when. Without a node, its creator polls for the
   * result and withdraws the job.
   */
  task: z.union([taskOfRun, z.object({ until: z.string() })]),
  /** The arguments of a job that no run waits for. */
  args: jobArgs.optional(),
  state: z.enum(['queued', 'leased', 'ended', 'withdrawn']),
  /** The agent that works on it, which must renew the lease before `until`. */
  lease: z.object({ id: z.string(), agent_id: z.string(), until: z.string() }).optional(),
  /** How many times it was handed out. */
  attempts: z.number().int(),
  /** Of an ended job: the lease whose result counts, or the error that ended it. */
  result_lease: z.string().optional(),
  error: z.string().optional(),
  created_at: z.string(),
  /** When (ISO) the job must next be looked at; absent once that is no longer needed. */
  due_at: z.string().optional(),
});
export type AgentJob = z.infer<typeof agentJob>;
