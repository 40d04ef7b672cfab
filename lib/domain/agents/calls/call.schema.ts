import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { agentFacts } from '../agent.schema.ts';

/** The headers that prove a call. */
export const signatureHeaders = {
  time: 'x-agent-time',
  nonce: 'x-agent-nonce',
  instance: 'x-agent-instance',
  signature: 'x-agent-signature',
} as const;

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

/** A call as it came. */
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

const leased = { job_id: z.string().max(60), lease_id: z.string().max(60) };

/** What each call says; unknown fields are refused. */
export const callBodies = {
  /** Says that it is there, and asks for work where it has room for any. */
  claims: z.strictObject({ facts: agentFacts, room: z.boolean() }),
  /** Says that a job is still at work. */
  lease: z.strictObject(leased),
  /** Says what came of a job: its output, or a sentence that says why there is none. */
  result: z.union([
    // It was JSON a moment ago.
    z.strictObject({ ...leased, output: z.unknown().refine((output) => output !== undefined) }),
    z.strictObject({
      ...leased,
      error: z.string().min(1).max(limits.taskError),
      refused: z.boolean(),
    }),
  ]),
  /** The process ends, and another one may take its place at once. */
  goodbye: z.strictObject({}),
};

/** What is answered to a claim. */
export type ClaimAnswer = {
  /** The job as JSON (`HandedJob`), and the signature of `jobText`. */
  job?: { text: string; signature: string };
  /** Until the next claim. */
  wait_seconds: number;
  /** The version of the program that there is. */
  latest: string;
};

/** A job as an agent takes it. */
export type HandedJob = {
  /** Of the claim that it answers. */
  nonce: string;
  tenant_id: string;
  agent_id: string;
  job_id: string;
  lease_id: string;
  kind: string;
  args: Record<string, unknown>;
  /** ISO, by the clock of the server: when it was handed out, and when nobody waits any longer. */
  handed_at: string;
  deadline: string;
};
