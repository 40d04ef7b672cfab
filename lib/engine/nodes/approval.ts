import * as z from 'zod';
import { driftOf, type ResourceFingerprint } from '#lib/domain/approvals/drift.rules.ts';
import {
  type Approval,
  type ApprovalResource,
  approvalResource,
  type ApprovalStatus,
  askedCall,
  type DriftedResource,
  nextNode,
} from '#lib/domain/approvals/approval.schema.ts';
import { approvalDecisionOf } from '#lib/domain/executions/outcome/outcome.rules.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import {
  flatList,
  listOf,
  problemWithMessage,
  problemWithPeople,
  textOf,
} from './question-settings.ts';
import { problemWithBounds } from './bounds.ts';
import {
  type Call,
  type Done,
  dryRunOutcome,
  failed,
  type Failed,
  type NodeRules,
  type ResumeCall,
} from './node.ts';

const maxResources = 1000;
const maxResourcesBytes = 256 * 1024;

/** The content of an approval: a node's settings after their expressions were evaluated. */
export const approvalRequest = z.object({
  approvers: z.array(emailAddress).max(50),
  approvals_required: z.number().int(),
  message: z.string().min(1),
  resources: z.array(approvalResource),
  resources_total: z.number().int().min(0).optional().catch(undefined),
  no_self_approval: z.boolean().default(false),
  next_nodes: z.array(nextNode).optional(),
  asked_call: askedCall.optional(),
});

const problemWithResources = (resources: unknown[]): string | undefined => {
  if (resources.length > maxResources) {
    return `There are ${resources.length} resources; approvals can have at most ${maxResources}.`;
  }
  const invalidIndex = resources.findIndex((one) => !approvalResource.safeParse(one).success);
  if (invalidIndex >= 0) {
    return `Resource ${invalidIndex + 1} is not an object with an id (text). Select such objects.`;
  }
  const ids = new Set(resources.map((one) => approvalResource.parse(one).id));
  if (ids.size < resources.length) return 'Two resources have the same id.';
  const size = Buffer.byteLength(JSON.stringify(resources));
  return size > maxResourcesBytes
    ? 'The resources are too large. Select the fields that people need to decide: id, name, region.'
    : undefined;
};

const begin = (call: Call) => {
  const { settings, now } = call;
  const approvers = flatList(settings.approvers);
  const resources = listOf(settings.resources);
  const message = textOf(settings.message);
  const problem =
    (message === '' ? 'The message is empty. Enter one.' : problemWithMessage(message)) ??
    problemWithPeople(approvers, 'approver') ??
    problemWithBounds(call, resources.length) ??
    problemWithResources(resources);
  if (problem) return failed(problem);
  const input = approvalRequest.parse({ ...settings, approvers, resources, message });
  const until = now + Number(settings.expires_in_minutes) * 60_000;
  const effectText = `ask ${approvers.length > 0 ? approvers.join(', ') : 'ROOT'} for approval`;
  const pretend = dryRunOutcome(effectText, 'approved');
  return { type: 'wait' as const, kind: 'approval' as const, until, input, pretend };
};

const approvedIds = ({ resources, approved_ids }: Approval): string[] =>
  approved_ids ?? resources.map(({ id }) => id);

const approvedOf = (approval: Approval): ApprovalResource[] => {
  const ids = new Set(approvedIds(approval));
  return approval.resources.filter(({ id }) => ids.has(id));
};

const consentStatuses: ReadonlySet<ApprovalStatus> = new Set(['approved', 'resolved']);

const stopReason = (approval: Approval, name: string): string => {
  const rejection = approval.resolutions.find((one) => one.user_approval_status === 'rejected');
  if (rejection)
    return `"${name}" was rejected by ${rejection.approver_name}: ${rejection.message}`;
  if (approval.status === 'expired') {
    return `"${name}" was not approved before it expired, ${approval.expires_on}.`;
  }
  return `"${name}" was ${approval.status}.`;
};

const resolutionsOf = ({ resolutions }: Approval) =>
  resolutions.map(({ approver_name, user_approval_status, message }) => ({
    approver_name,
    user_approval_status,
    message,
  }));

const decisionField = (approval: Approval): Pick<Done, 'decision'> => {
  const decision = approvalDecisionOf(approval);
  return decision ? { decision } : {};
};

const rejectedOutcome = (
  approval: Approval,
  stopped: string,
  drifted: DriftedResource[] = [],
): Done => {
  const { status } = approval;
  const output = { status, resources: [], drifted, resolutions: resolutionsOf(approval) };
  return { type: 'done', output, handle: 'rejected', stopped, ...decisionField(approval) };
};

const approvedOutcome = (
  approval: Approval,
  resources: ApprovalResource[],
  drifted: DriftedResource[] = [],
): Done => {
  const { status } = approval;
  const output = { status, resources, drifted, resolutions: resolutionsOf(approval) };
  return { type: 'done', output, handle: 'approved', ...decisionField(approval) };
};

const frozenOf = ({ resources, fingerprints }: Approval): ResourceFingerprint[] =>
  resources.map(({ id, name }, at) => ({ id, name, fingerprint: fingerprints[at] ?? '' }));

/**
 * Continues with the resources that are unchanged since their approval. Where none is, or where
 * that cannot be determined, the run does not continue.
 */
const recheckResources = async (approval: Approval, call: ResumeCall): Promise<Done | Failed> => {
  const rereadResult = approval.resources.length > 0 ? await call.reread?.() : undefined;
  if (!rereadResult) return approvedOutcome(approval, approvedOf(approval));
  if (rereadResult.type === 'failed') {
    const { error, retry } = rereadResult;
    const problem = `The approved resources could not be read again, so none continued. ${error}`;
    return { ...failed(problem), ...(retry !== undefined && { retry }) };
  }
  const currentResources = listOf(rereadResult.resources);
  const { resources, drifted } = driftOf(
    frozenOf(approval),
    approvedIds(approval),
    currentResources,
  );
  await call.noteReread?.(drifted, rereadResult.reading);
  const reason = `Everything that was approved at "${call.node.name}" has changed since.`;
  return resources.length > 0
    ? approvedOutcome(approval, resources, drifted)
    : rejectedOutcome(approval, reason, drifted);
};

export const approval: NodeRules = {
  isBounded: true,

  begin,

  async resume(call) {
    const found = await call.question('approval');
    if (!found || found.status === 'pending') return undefined;
    return consentStatuses.has(found.status)
      ? recheckResources(found, call)
      : rejectedOutcome(found, stopReason(found, call.node.name));
  },
};
