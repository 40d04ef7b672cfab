import { applyDecision } from '#lib/domain/approvals/approval.rules.ts';
import type { Approval, ApprovalAction } from '#lib/domain/approvals/approval.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { person } from '#test/support/people.ts';
import { noon } from '../scene.ts';

export const hour = 3600_000;

export const emailOf = (name: string): string => `${name}@example.com`;

/** An approval that asks ada, bob and cy about the resources a, b and c, for one hour from noon. */
export const sampleApproval = (fields: Partial<Approval> = {}): Approval => ({
  tenant_id: 'org_1',
  _id: 'apr_1',
  bot_id: 'bot_1',
  bot_name: 'Isolate',
  bot_exc_id: 'exc_1',
  lane: '',
  node_id: 'ask',
  node_name: 'Ask',
  status: 'pending',
  message: 'Isolate these hosts?',
  approvals_required: 1,
  approvers: ['ada', 'bob', 'cy'].map(emailOf),
  resolutions: [],
  revision: 1,
  requested_on: isoTime(noon),
  expires_on: isoTime(noon + hour),
  resource_count: 3,
  resources: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
  fingerprints: [],
  requested_by: [],
  written_by: [],
  no_self_approval: false,
  ...fields,
});

/** `approves a b` or `rejects all` as the API's action. */
export const approvalActionOf = (text: string): ApprovalAction => {
  const [verb, ...ids] = text.split(' ');
  const choice = ids[0] === 'all' ? { all: true as const } : { resource_ids: ids };
  return { status: verb === 'approves' ? 'resolved' : 'rejected', message: 'Because', ...choice };
};

const callerOf = (name: string) =>
  person('org_1', emailOf(name), { userType: name === 'root' ? 'ROOT' : 'SUBUSER' });

/** An approval's outcome as text: its status and the resources that everybody approved. */
export const outcomeText = ({
  status,
  approved_ids,
}: Pick<Approval, 'status' | 'approved_ids'>): string =>
  [status, ...(approved_ids ?? [])].join(' ');

/** Plays steps such as `ada approves a b`; returns the outcome, or a refusal's status. */
export const playSteps = (approval: Approval, steps: readonly string[], now = noon): string => {
  try {
    const finalApproval = steps.reduce<Approval>((one, step) => {
      const [name = '', ...actionWords] = step.split(' ');
      return {
        ...one,
        ...applyDecision(one, approvalActionOf(actionWords.join(' ')), callerOf(name), now),
      };
    }, approval);
    return outcomeText(finalApproval);
  } catch (error) {
    if (error instanceof Refusal) return String(error.status);
    throw error;
  }
};
