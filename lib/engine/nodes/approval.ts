import * as z from 'zod';
import {
  type Approval,
  approvalResource,
  type ApprovalStatus,
} from '#lib/domain/approvals/approval.schema.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { type Call, type Done, failed, type NodeRules, pretended } from './node.ts';

const mostResources = 1000;
const mostBytes = 256 * 1024;
const longestMessage = 10_000;

/** What people are asked: a node's settings once their expressions are evaluated. */
export const approvalRequest = z.object({
  approvers: z.array(emailAddress).max(50),
  approvals_required: z.number().int(),
  message: z.string().min(1),
  resources: z.array(approvalResource),
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;

/** An expression may yield several approvers, and a list of one arrives as what is in it. */
const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : [value].flat();

const problemWithResources = (resources: unknown[]): string | undefined => {
  if (resources.length > mostResources) {
    return `There are ${resources.length} resources; people can judge at most ${mostResources}.`;
  }
  const bad = resources.findIndex((one) => !approvalResource.safeParse(one).success);
  if (bad >= 0) {
    return `Resource ${bad + 1} is not an object with an id (a text). Select the resources so.`;
  }
  const ids = new Set(resources.map((one) => approvalResource.parse(one).id));
  if (ids.size < resources.length) return 'Two resources have the same id.';
  const size = Buffer.byteLength(JSON.stringify(resources));
  return size > mostBytes
    ? 'The resources hold too much. Select the fields that people need to decide: id, name, region.'
    : undefined;
};

const problemWithApprovers = (approvers: unknown[]): string | undefined => {
  if (approvers.length > 50) return 'There are more than 50 approvers.';
  const bad = approvers.find((one) => !emailAddress.safeParse(one).success);
  return bad === undefined
    ? undefined
    : `${JSON.stringify(bad).slice(0, 100)} is not the e-mail address of an approver.`;
};

const problemWithMessage = (message: string): string | undefined => {
  if (message === '') return 'The message is empty. Say what is asked.';
  return message.length > longestMessage
    ? `The message is longer than ${longestMessage} characters. Say it shorter.`
    : undefined;
};

const begin = ({ settings, now }: Call) => {
  const approvers = listOf(settings.approvers).flatMap(listOf);
  const resources = listOf(settings.resources);
  const said = settings.message ?? '';
  const message = typeof said === 'string' ? said : JSON.stringify(said);
  const why =
    problemWithMessage(message) ??
    problemWithApprovers(approvers) ??
    problemWithResources(resources);
  if (why) return failed(why);
  const input = approvalRequest.parse({ ...settings, approvers, resources, message });
  const until = now + Number(settings.expires_in_minutes) * 60_000;
  const would = `ask ${approvers.length > 0 ? approvers.join(', ') : 'ROOT'} for approval`;
  const pretend = pretended(would, 'approved');
  return { type: 'wait' as const, kind: 'approval' as const, until, input, pretend };
};

const approvedOf = ({ resources, approved_ids }: Approval) => {
  const ids = new Set(approved_ids ?? resources.map(({ id }) => id));
  return resources.filter(({ id }) => ids.has(id));
};

const consents: ReadonlySet<ApprovalStatus> = new Set(['approved', 'resolved']);

const whyNot = (approval: Approval, name: string): string => {
  const rejection = approval.resolutions.find((one) => one.user_approval_status === 'rejected');
  if (rejection)
    return `"${name}" was rejected by ${rejection.approver_name}: ${rejection.message}`;
  if (approval.status === 'expired') {
    return `"${name}" was not approved before it expired, ${approval.expires_on}.`;
  }
  return `"${name}" was ${approval.status}.`;
};

const outcomeOf = (approval: Approval, name: string): Done => {
  const { status } = approval;
  const resolutions = approval.resolutions.map(
    ({ approver_name, user_approval_status, message }) => ({
      approver_name,
      user_approval_status,
      message,
    }),
  );
  if (consents.has(status)) {
    const output = { status, resources: approvedOf(approval), resolutions };
    return { type: 'done', output, handle: 'approved' };
  }
  const output = { status, resources: [], resolutions };
  return { type: 'done', output, handle: 'rejected', stopped: whyNot(approval, name) };
};

export const approval: NodeRules = {
  begin,

  async resume({ node, approval }) {
    const found = await approval();
    return !found || found.status === 'pending' ? undefined : outcomeOf(found, node.name);
  },
};
