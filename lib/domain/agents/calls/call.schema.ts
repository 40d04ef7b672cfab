import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { agentFacts } from '../agent.schema.ts';

/** The headers that authenticate a call. */
export const signatureHeaders = {
  time: 'x-agent-time',
  nonce: 'x-agent-nonce',
  instance: 'x-agent-instance',
  signature: 'x-agent-signature',
} as const;

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

/** A call as received. */
export const receivedCall = z.object({
  tenant_id: z.string().regex(/^org_[0-9a-f]{32}$/),
  agent_id: z.string().regex(/^agt_[0-9a-f]{44}$/),
  call: z.enum(['claims', 'lease', 'result', 'goodbye']),
  time: z.string().regex(/^[1-9]\d{12}$/),
  nonce: hex(32),
  instance: hex(32),
  signature: z.string().max(100),
  body: z.string(),
});
export type ReceivedCall = z.infer<typeof receivedCall>;

const leaseFields = { job_id: z.string().max(60), lease_id: z.string().max(60) };

/** The body of each call; unknown fields are rejected. */
export const callBodies = {
  /** Reports that the agent is running, and asks for work if it has capacity (`room`). */
  claims: z.strictObject({ facts: agentFacts, room: z.boolean() }),
  /** Reports that the agent still works on a job. */
  lease: z.strictObject(leaseFields),
  /** Reports the outcome of a job: its output, or a sentence that says why there is none. */
  result: z.union([
    // Any JSON value: the body has just been parsed from JSON.
    z.strictObject({
      ...leaseFields,
      output: z.unknown().refine((output) => output !== undefined),
    }),
    z.strictObject({
      ...leaseFields,
      error: z.string().min(1).max(limits.taskError),
      refused: z.boolean(),
    }),
  ]),
  /** The process is stopping: another one may take its place at once. */
  goodbye: z.strictObject({}),
};

/** The answer to a claim. */
export type ClaimAnswer = {
  /** The job as JSON (`HandedJob`), and the signature of `jobText`. */
  job?: { text: string; signature: string };
  /** Seconds to wait before the next claim. */
  wait_seconds: number;
  /** The latest version of the program. */
  latest: string;
};

/** A job as it is handed to an agent. */
export type HandedJob = {
  /** The nonce of the claim that this answers. */
  nonce: string;
  tenant_id: string;
  agent_id: string;
  job_id: string;
  lease_id: string;
  kind: string;
  args: Record<string, unknown>;
  /** ISO times of the server's clock: when it was handed out, and when the wait for it ends. */
  handed_at: string;
  deadline: string;
};
