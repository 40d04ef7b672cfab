import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import type { Execution, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { PauseDeps } from '../deps.ts';
import { approvalRequest } from '../nodes/approval.ts';
import { inputOf } from './record.ts';

/** A wait for people. */
export type Asked = WaitingFor & { approval_id: string };

const nodeName = async ({ db }: PauseDeps, run: Execution, nodeId: string): Promise<string> => {
  const version = await botVersionStore(db, run.tenant_id).get(run.bot_id, run.version);
  return version?.graph.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
};

/** The question as it is kept, from what its node was frozen with. */
const questionOf = async (deps: PauseDeps, run: Execution, asked: Asked) => {
  const input = approvalRequest.parse(await inputOf(run, asked.node_id, deps.files));
  return {
    _id: asked.approval_id,
    bot_id: run.bot_id,
    bot_name: run.bot_name,
    bot_exc_id: run._id,
    lane: '',
    node_id: asked.node_id,
    node_name: await nodeName(deps, run, asked.node_id),
    status: 'pending' as const,
    ...input,
    resolutions: [],
    revision: 0,
    requested_on: isoTime(deps.clock()),
    expires_on: asked.until,
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
export const ask = async (deps: PauseDeps, run: Execution, asked: Asked): Promise<boolean> => {
  const store = approvalStore(deps.db, run.tenant_id);
  const standing = await store.get(asked.approval_id);
  if (standing) return standing.status === 'pending';
  const question = await questionOf(deps, run, asked);
  if (await store.create(question)) {
    const frame = { approval_id: question._id, status: question.status };
    await deps.realtime.push(run.tenant_id, 'approval_updated', frame).catch(() => undefined);
    await tellApprovers(deps, run, question);
  }
  return true;
};
