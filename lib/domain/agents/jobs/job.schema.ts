import * as z from 'zod';

/** What agents do, by the type of their integration. `http` calls private addresses for either. */
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

/** A job as the engine hands it over. */
export const jobInput = z.object({
  integration_id: z.string(),
  /** The name of the agent that is to do it; any of the integration unless told. */
  agent: z.string().optional(),
  kind: z.enum(kinds),
  args: jobArgs,
  /** Whether it may be done twice: a lease that lapses is then handed out again. */
  idempotent: z.boolean(),
});
export type JobInput = z.infer<typeof jobInput>;

const taskOfRun = z.object({
  bot_exc_id: z.string(),
  lane: z.string(),
  node_id: z.string(),
  until: z.string(),
});

/** As stored: ids and states. What a run hands over lies in the file of its task. */
export const agentJob = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  integration_id: z.string(),
  agent: z.string().optional(),
  kind: z.enum(kinds),
  idempotent: z.boolean(),
  /**
   * Who waits for it, until when: a node of a run. Without one it is whoever made the job, who
   * looks at it by himself and withdraws it.
   */
  task: z.union([taskOfRun, z.object({ until: z.string() })]),
  /** Of a job that no run waits for: what it is about. */
  args: jobArgs.optional(),
  state: z.enum(['queued', 'leased', 'ended', 'withdrawn']),
  /** Who works on it, and says so again before `until`. */
  lease: z.object({ id: z.string(), agent_id: z.string(), until: z.string() }).optional(),
  /** How often it was handed out. */
  attempts: z.number().int(),
  /** Of one that ended: the lease whose result counts, or why there is none. */
  result_lease: z.string().optional(),
  error: z.string().optional(),
  created_at: z.string(),
  /** While somebody has to look at it: when (ISO). */
  due_at: z.string().optional(),
});
export type AgentJob = z.infer<typeof agentJob>;
