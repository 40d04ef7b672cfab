import { fingerprint } from '#lib/domain/approvals/drift.rules.ts';
import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { counted } from '#lib/kernel/text.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import type { PauseDeps } from '../deps.ts';
import { approvalRequest } from '../nodes/approval.ts';
import { type Asking, askedInput, askedPlace } from './asked.ts';
import { consequencesOf } from './consequences.ts';
import { tellPeople } from './tell-people.ts';

type Question = Omit<Approval, 'tenant_id'>;

/** The question as it is kept, from what its node was frozen with. */
const questionOf = async (deps: PauseDeps, asking: Asking, id: string): Promise<Question> => {
  const input = approvalRequest.parse(await askedInput(deps, asking));
  return {
    _id: id,
    ...(await askedPlace(deps, asking)),
    ...(await consequencesOf(deps, asking)),
    status: 'pending' as const,
    ...input,
    resolutions: [],
    revision: 0,
    requested_on: isoTime(deps.clock()),
    expires_on: asking.waiting.until,
    resource_count: input.resources.length,
    fingerprints: input.resources.map(fingerprint),
  };
};

const aboutText = (count: number): string =>
  count === 0 ? '' : `It is about ${counted(count, 'resource')}.`;

const pinnedText = ({ pinned_nodes: names }: Question): string =>
  names
    ? `This run tries the bot: it uses pinned data for: ${names.join(', ')}. ` +
      'What it asks about may not be real; what it does once approved is.'
    : '';

const nextText = ({ next_nodes: names = [] }: Question): string =>
  names.length > 0 ? `Once approved, this runs: ${names.join(', ')}.` : '';

const tellApprovers = (deps: PauseDeps, asking: Asking, question: Question): Promise<void> => {
  const { _id: approval_id, approvers, bot_name, message, resource_count, expires_on } = question;
  const link = linkTo(deps.site, pathTo('approval', { approval_id }));
  return tellPeople(deps, asking.run, {
    to: approvers,
    subject: `Approval needed: ${bot_name}`,
    text: [
      `The bot "${bot_name}" asks for your approval:`,
      message,
      aboutText(resource_count),
      pinnedText(question),
      nextText(question),
      `Decide before ${expires_on}: ${link}`,
    ],
    about: { approval_id },
  });
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
    await tellApprovers(deps, asking, question);
  }
  return true;
};
