import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { saysSomething } from '#lib/kernel/says-something.ts';
import { listWithin } from '#lib/kernel/text.ts';

/**
 * `approved`: everything asked; `resolved`: a part of the resources; the others end without
 * consent.
 */
export const approvalStatuses = [
  'pending',
  'approved',
  'resolved',
  'rejected',
  'expired',
  'cancelled',
] as const;
export const approvalStatus = z.enum(approvalStatuses);

/** One thing that will change; further fields are kept and shown. */
export const approvalResource = z
  .object({
    id: z.string().min(1).max(2048),
    name: z.string().max(2048).optional(),
    region: z.string().max(100).optional(),
    created_at: z.string().max(100).optional(),
  })
  .catchall(z.unknown());

export const resolution = z.object({
  approver_name: z.string(),
  user_approval_status: z.enum(['resolved', 'rejected']),
  message: z.string(),
  resolved_at: z.string(),
  /** Ids approved by this person; absent means all. */
  resource_ids: z.array(z.string()).optional(),
});

/** An approved resource that was no longer what had been approved when it was read again. */
export const drifted = z.object({
  id: z.string(),
  name: z.string().optional(),
  why: z.enum(['changed', 'gone']),
});

/** What the inventory was asked once more before the run acted, and how old its answer was. */
export const readAgain = z.object({
  as_of: z.string(),
  is_live: z.boolean(),
  /** Why the accounts could not be read as they are. */
  why: z.string().optional(),
});

/** What the event that a run was started with holds stands among what was entered, so called. */
export const eventForm = 'Event of the run';

/** What somebody entered into a form of the run, or gave it at its start; texts are cut. */
const entered = z.object({
  form: z.string(),
  /** Absent where the answers were not read. */
  by: z.string().optional(),
  values: z.array(z.object({ label: z.string(), value: z.string() })),
});

/** A node that can run once people agree. `would` completes "It would ...", as far as is known. */
export const nextNode = z.object({
  name: z.string(),
  would: z.string().optional(),
  /** The account of a cloud that it acts in: its alias, with the id in the cloud. */
  account: z.string().optional(),
});
export type NextNode = z.infer<typeof nextNode>;

/** A call that an agent asks to make. */
export const askedCall = z.object({
  tool: z.string(),
  /** The name of the action, and of the account that it is run in. */
  action: z.string(),
  integration: z.string(),
  /** What of it people approve: exactly this is run, once. */
  arguments: z.record(z.string(), z.unknown()),
  /** The caller is not asked, and may not read the run: arguments, digest and claim are empty. */
  withheld: z.literal(true).optional(),
  /** SHA-256 of the arguments with everything that the call would send. */
  digest: z.string(),
  /** Why, in the words of a model: nobody has checked them. */
  claim: z.string(),
  chat_thread_id: z.string(),
});
export type AskedCall = z.infer<typeof askedCall>;

export const approval = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  bot_id: z.string(),
  bot_name: z.string(),
  bot_exc_id: z.string(),
  /** The lane of the run that asks; `''` is the run itself. */
  lane: z.string().default(''),
  /** Where a turn of a loop asks. */
  loop_details: z.object({ loop_start: z.string(), current_iterator: z.number().int() }).optional(),
  node_id: z.string(),
  node_name: z.string(),
  status: approvalStatus,
  message: z.string(),
  approvals_required: z.number().int().min(1),
  approvers: z.array(z.string()),
  resolutions: z.array(resolution),
  /** Counts writes: a resolution is accepted only on the state it was decided on. */
  revision: z.number().int(),
  requested_on: z.string(),
  expires_on: z.string(),
  resource_count: z.number().int(),
  /** How many there are of which these are a part, where the node says so. */
  resources_total: z.number().int().min(0).optional(),
  resources: z.array(approvalResource),
  /** SHA-256 of each resource as it was asked about, in their order. */
  fingerprints: z.array(z.string()).default([]),
  /** The people who made the run start. */
  requested_by: z.array(z.string()).default([]),
  /** Who wrote to an agent before this was asked: to the one that asks, or led to what is asked. */
  written_by: z.array(z.string()).default([]),
  /** What started the run, in a few words. */
  cause: z.string().optional(),
  /** What people entered into the run before it asks, as they are shown it. */
  entered: z.array(entered).optional(),
  /** Those people cannot decide. */
  no_self_approval: z.boolean().default(false),
  /** Names of nodes for which the run takes pinned data: what is asked may be no real thing. */
  pinned_nodes: z.array(z.string()).optional(),
  /** What can run next once this is approved, the nearest first. */
  next_nodes: z.array(nextNode).optional(),
  /** Of what an agent asks: the call that it would make. */
  asked_call: askedCall.optional(),
  /** What the run left out, because it had changed after the approval. */
  drifted: z.array(drifted).optional(),
  /** Present once the run has asked the inventory again. */
  read_again: readAgain.optional(),
  /** Ids that every approver approved; present once decided. */
  approved_ids: z.array(z.string()).optional(),
  /** Present until the run was told: `decided#<shard>`. */
  outbox: z.string().optional(),
  /** Present until the approvers were mailed. */
  untold: z.literal(true).optional(),
});

/** Who is asked, and until when; without what it is about, which may be many times as large. */
export const askedApproval = approval.omit({
  resources: true,
  fingerprints: true,
  drifted: true,
  read_again: true,
  entered: true,
  asked_call: true,
});
export type AskedApproval = z.infer<typeof askedApproval>;

export type ApprovalStatus = z.infer<typeof approvalStatus>;
export type ApprovalResource = z.infer<typeof approvalResource>;
export type Drifted = z.infer<typeof drifted>;
export type ReadAgain = z.infer<typeof readAgain>;
export type Resolution = z.infer<typeof resolution>;
export type Approval = z.infer<typeof approval>;

/** Message: at least 2 characters. Either `all` or chosen `resource_ids`. */
const actionFields = z.strictObject({
  status: z.enum(['resolved', 'rejected']),
  message: z
    .string('Message Required')
    .trim()
    .min(2, 'Message Required')
    .max(2000)
    .refine(saysSomething, 'Message Required'),
  all: z.literal(true).optional(),
  resource_ids: z.array(z.string().max(2048)).min(1).max(1000).optional(),
});

type Choice = { all?: true | undefined; resource_ids?: string[] | undefined };
const choosesOneWay = ({ all, resource_ids }: Choice) => (all === true) !== Boolean(resource_ids);
const oneWay = { message: 'Choose all resources or name some.', path: ['resource_ids'] };

export const approvalAction = actionFields.refine(choosesOneWay, oneWay);
export type ApprovalAction = z.output<typeof approvalAction>;

/** The action with the approval it is about: the input of the call. */
export const approvalActionCall = actionFields
  .extend({ approval_id: z.string().max(80) })
  .refine(choosesOneWay, oneWay);

/**
 * What lists and pages show; `may_act` and `reason` say whether the caller can decide, and why not.
 */
export const approvalView = approval
  .omit({
    tenant_id: true,
    resources: true,
    fingerprints: true,
    revision: true,
    outbox: true,
    untold: true,
  })
  .extend({
    may_act: z.boolean(),
    reason: z.string().optional(),
    /** In lists: an agent asks to make a call, which only the approval itself tells. */
    by_agent: z.boolean().optional(),
    /** In lists: what the agent gives to that call, in few words; absent where it is withheld. */
    given: z.string().optional(),
  });
export type ApprovalView = z.infer<typeof approvalView>;

/** The answer to a decision, with the ids that it approved; those of all where it rejected all. */
export const decidedApproval = approvalView.extend({ decided_ids: z.array(z.string()) });

/** What somebody decided, in few words. */
const verdictOf = ({ resolutions, decided_ids, resource_count: all }: DecidedApproval): string => {
  if (resolutions.at(-1)?.user_approval_status === 'rejected') return 'Rejected';
  return all === 0 ? 'Approved' : `Approved ${decided_ids.length} of ${all}`;
};

type DecidedApproval = z.infer<typeof decidedApproval>;

/** What the audit trail keeps of a decision. */
export const decisionEvidence = (
  { message }: Pick<ApprovalAction, 'message'>,
  decided: DecidedApproval,
): Record<string, string> => ({
  Decision: verdictOf(decided),
  ...(decided.decided_ids.length > 0 && {
    Resources: listWithin(decided.decided_ids, limits.evidence),
  }),
  Message: message,
});

export const approvalPage = pageOf(approvalView);
export const resourcePage = pageOf(approvalResource);
