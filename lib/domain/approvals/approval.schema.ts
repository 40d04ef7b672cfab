import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { hasVisibleText } from '#lib/kernel/visible-text.ts';
import { formatShortList } from '#lib/kernel/text.ts';

/** `approved`: all resources; `resolved`: some of the resources; no other status means consent. */
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

/** An approved resource that had changed or was gone when the run read it again. */
export const driftedResource = z.object({
  id: z.string(),
  name: z.string().optional(),
  why: z.enum(['changed', 'gone']),
});

/** The second reading of the inventory before the run acted, and how old its data was. */
export const secondReading = z.object({
  as_of: z.string(),
  is_live: z.boolean(),
  /** Why the accounts could not be read live. */
  why: z.string().optional(),
});

/** The form name under which the data of the triggering event is listed in `entered`. */
export const eventFormName = 'Event of the run';

/** What somebody entered into a form of the run or gave it at its start; texts are shortened. */
const entered = z.object({
  form: z.string(),
  /** Absent where the answers were not read. */
  by: z.string().optional(),
  values: z.array(z.object({ label: z.string(), value: z.string() })),
});

/** A node that can run after approval. `would` completes the sentence "It would ...", if known. */
export const nextNode = z.object({
  name: z.string(),
  would: z.string().optional(),
  /** The cloud account that the node acts in: its alias and its id in the cloud. */
  account: z.string().optional(),
});
export type NextNode = z.infer<typeof nextNode>;

/** A call for which an agent requests approval. */
export const askedCall = z.object({
  tool: z.string(),
  /** The names of the action and of the integration in which it runs. */
  action: z.string(),
  integration: z.string(),
  /** The arguments that people approve: the call runs with exactly these, once. */
  arguments: z.record(z.string(), z.unknown()),
  /** The caller is no approver and may not read the run: arguments, digest and claim are empty. */
  withheld: z.literal(true).optional(),
  /** SHA-256 of the arguments and of everything else that the call would send. */
  digest: z.string(),
  /** The reason, in the model's own words, which nobody has checked. */
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
  /** The iteration of the loop in which the approval is requested. */
  loop_details: z.object({ loop_start: z.string(), current_iterator: z.number().int() }).optional(),
  node_id: z.string(),
  node_name: z.string(),
  status: approvalStatus,
  message: z.string(),
  approvals_required: z.number().int().min(1),
  approvers: z.array(z.string()),
  resolutions: z.array(resolution),
  /** Raised by every write: a decision is accepted only for the revision on which it was made. */
  revision: z.number().int(),
  requested_on: z.string(),
  expires_on: z.string(),
  resource_count: z.number().int(),
  /** The size of the whole set of which these resources are a part, where the node gives it. */
  resources_total: z.number().int().min(0).optional(),
  resources: z.array(approvalResource),
  /** SHA-256 of each resource as it was when people were asked, in the order of `resources`. */
  fingerprints: z.array(z.string()).default([]),
  /** The people who started the run. */
  requested_by: z.array(z.string()).default([]),
  /** The people who wrote to an agent before this: to the one that asks, or one that led to it. */
  written_by: z.array(z.string()).default([]),
  /** A short text that says what started the run. */
  cause: z.string().optional(),
  /** What people entered into the run before this request, as the approvers see it. */
  entered: z.array(entered).optional(),
  /** Whether the people in `requested_by` and `written_by` are barred from deciding. */
  no_self_approval: z.boolean().default(false),
  /** Names of nodes for which the run uses pinned data: the resources may not be real. */
  pinned_nodes: z.array(z.string()).optional(),
  /** The nodes that can run next once this is approved, the nearest first. */
  next_nodes: z.array(nextNode).optional(),
  /** The call that an agent requests to make. */
  asked_call: askedCall.optional(),
  /** The approved resources that the run left out because they changed after the approval. */
  drifted: z.array(driftedResource).optional(),
  /** Present once the run has read the inventory again. */
  read_again: secondReading.optional(),
  /** Ids that every approver approved; present once decided. */
  approved_ids: z.array(z.string()).optional(),
  /** Present until the run has been told: `decided#<shard>`. */
  outbox: z.string().optional(),
  /** Present until the approvers have been mailed. */
  untold: z.literal(true).optional(),
});

/** The approvers and the expiry, without the resources and the call, which may be much larger. */
export const approvalHeader = approval.omit({
  resources: true,
  fingerprints: true,
  drifted: true,
  read_again: true,
  entered: true,
  asked_call: true,
});
export type ApprovalHeader = z.infer<typeof approvalHeader>;

export type ApprovalStatus = z.infer<typeof approvalStatus>;
export type ApprovalResource = z.infer<typeof approvalResource>;
export type DriftedResource = z.infer<typeof driftedResource>;
export type SecondReading = z.infer<typeof secondReading>;
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
    .refine(hasVisibleText, 'Message Required'),
  all: z.literal(true).optional(),
  resource_ids: z.array(z.string().max(2048)).min(1).max(1000).optional(),
});

type Choice = { all?: true | undefined; resource_ids?: string[] | undefined };
const choosesAllOrSome = ({ all, resource_ids }: Choice) =>
  (all === true) !== Boolean(resource_ids);
const choiceHint = { message: 'Choose all resources or name some.', path: ['resource_ids'] };

export const approvalAction = actionFields.refine(choosesAllOrSome, choiceHint);
export type ApprovalAction = z.output<typeof approvalAction>;

/** The action with the id of its approval: the input of the call. */
export const approvalActionCall = actionFields
  .extend({ approval_id: z.string().max(80) })
  .refine(choosesAllOrSome, choiceHint);

/**
 * What lists and pages show; `may_act` says whether the caller can decide, and `reason` why not.
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
    /** In lists: set if an agent requests a call; only the approval itself contains that call. */
    by_agent: z.boolean().optional(),
    /** In lists: the call's arguments in a few words; absent if they are withheld. */
    given: z.string().optional(),
  });
export type ApprovalView = z.infer<typeof approvalView>;

/** The response to a decision, with the ids that it approved; all ids if it rejected all. */
export const decidedApproval = approvalView.extend({ decided_ids: z.array(z.string()) });

/** A person's decision in a few words. */
const verdictOf = ({ resolutions, decided_ids, resource_count: all }: DecidedApproval): string => {
  if (resolutions.at(-1)?.user_approval_status === 'rejected') return 'Rejected';
  return all === 0 ? 'Approved' : `Approved ${decided_ids.length} of ${all}`;
};

type DecidedApproval = z.infer<typeof decidedApproval>;

/** What the audit trail records about a decision. */
export const decisionEvidence = (
  { message }: Pick<ApprovalAction, 'message'>,
  decision: DecidedApproval,
): Record<string, string> => ({
  Decision: verdictOf(decision),
  ...(decision.decided_ids.length > 0 && {
    Resources: formatShortList(decision.decided_ids, limits.evidence),
  }),
  Message: message,
});

export const approvalPage = pageOf(approvalView);
export const resourcePage = pageOf(approvalResource);
