import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { PauseDeps } from '../deps.ts';
import { approvalRequest } from '../nodes/approval.ts';
import { type Asking, askedInput, askedPlace } from './asked.ts';

/** The question as it is kept, from what its node was frozen with. */
const questionOf = async (deps: PauseDeps, asking: Asking, approvalId: string) => {
  const input = approvalRequest.parse(await askedInput(deps, asking));
  return {
    _id: approvalId,
    ...(await askedPlace(deps, asking)),
    status: 'pending' as const,
    ...input,
    resolutions: [],
    revision: 0,
    requested_on: isoTime(deps.clock()),
    expires_on: asking.waiting.until,
    resource_count: input.resources.length,
  };
};

type Question = Omit<Approval, 'tenant_id'>;

const mailText = ({ bot_name, message, resource_count, expires_on }: Question, link: string) =>
  [
    `The bot "${bot_name}" asks for your approval:`,
    message,
    resource_count > 0 ? `It is about ${resource_count} resources.` : '',
    `Decide before ${expires_on}: ${link}`,
  ]
    .filter(Boolean)
    .join('\n\n');

/** A mail that cannot be sent keeps nobody from deciding: the approval is listed in the console. */
const tellApprovers = async (deps: PauseDeps, run: Execution, question: Question) => {
  const { approvers, _id: approval_id } = question;
  if (approvers.length === 0) return;
  const link = `${deps.site.url}/app#/approvals/view/${approval_id}`;
  const subject = `Approval needed: ${question.bot_name}`;
  try {
    await deps.mail.send({ to: approvers, subject, text: mailText(question, link) });
  } catch (error) {
    const { tenant_id, _id: bot_exc_id } = run;
    deps.log.error('The mail to approvers could not be sent.', {
      tenant_id,
      bot_exc_id,
      approval_id,
      error,
    });
  }
};

/** Asks once, however often the pause is repeated; answers whether people can still decide. */
export const askApproval = async (deps: PauseDeps, asking: Asking): Promise<boolean> => {
  const { run, waiting } = asking;
  if (waiting.approval_id === undefined) return false;
  const store = approvalStore(deps.db, run.tenant_id);
  const standing = await store.get(waiting.approval_id);
  if (standing) return standing.status === 'pending';
  const question = await questionOf(deps, asking, waiting.approval_id);
  if (await store.create(question)) {
    const frame = { approval_id: question._id, status: question.status };
    await deps.realtime.push(run.tenant_id, 'approval_updated', frame).catch(() => undefined);
    await tellApprovers(deps, run, question);
  }
  return true;
};
