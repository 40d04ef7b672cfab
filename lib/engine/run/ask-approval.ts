import { readRoots } from '#lib/domain/account/caller.service.ts';
import type * as z from 'zod';
import { fingerprintOf } from '#lib/domain/approvals/drift.rules.ts';
import type { NewQuestion } from '#lib/domain/questions/question.service.ts';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { nameInMail } from '#lib/kernel/display-text.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { approvalRequest } from '../nodes/approval.ts';
import {
  type AskingNode,
  minuteText,
  type QuestionRules,
  readQuestionInput,
  readQuestionOrigin,
} from './asking-node.ts';
import type { PauseDeps } from '../deps.ts';
import { findRequesters, writersIn, writersTo } from './requesters.ts';
import { pinnedNodesOf } from './pinned.ts';
import { readEnteredForms } from './entered-forms.ts';

type Approval = NewQuestion['approval'];

const aboutText = (count: number): string =>
  count === 0 ? '' : `It is about ${formatCount(count, 'resource')}.`;

const namesInMail = (names: readonly string[]): string => names.map(nameInMail).join(', ');

const pinnedText = ({ pinned_nodes: names }: Approval): string =>
  names
    ? `This run tries the bot: it uses pinned data for: ${namesInMail(names)}. ` +
      'What it asks about may not be real; what it does once approved is.'
    : '';

const requestersText = ({ requested_by: starters, written_by: writers }: Approval): string =>
  [
    starters.length > 0 ? `The run was initiated by ${starters.join(', ')}.` : '',
    writers.length > 0 ? `${writers.join(', ')} wrote to an agent involved in this run.` : '',
  ]
    .filter((text) => text !== '')
    .join(' ');

/** The most characters of a call's arguments that a mail shows. */
const maxArgumentsLength = 2000;

const callText = ({ asked_call: call }: Approval): string => {
  if (!call) return '';
  const text = JSON.stringify(call.arguments);
  const excerpt = `Its arguments: ${text.slice(0, maxArgumentsLength)}`;
  const remainingLength = text.length - maxArgumentsLength;
  return remainingLength > 0
    ? `${excerpt}… (${formatCount(remainingLength, 'more character')}: open the approval)`
    : excerpt;
};

const claimText = ({ asked_call: call }: Approval): string =>
  call && call.claim !== '' ? `The agent claims, and nobody has checked it: ${call.claim}` : '';

const nextText = ({ next_nodes: nodes = [] }: Approval): string =>
  nodes.length > 0
    ? `Once approved, this runs: ${namesInMail(nodes.map(({ name }) => name))}.`
    : '';

type EvaluatedApproval = z.output<typeof approvalRequest>;

/**
 * People who wrote to the agent before it asked count as behind the call, like those who started
 * the run: they cannot decide where others must. In that case everybody who wrote to any agent of
 * the run counts too.
 */
const requestersOf = async (
  { db }: PauseDeps,
  run: AskingNode['run'],
  { asked_call: call, no_self_approval }: EvaluatedApproval,
): Promise<Pick<Approval, 'requested_by' | 'written_by'>> => {
  const { starters, writers } = await findRequesters(db, run);
  const threadWriters = call ? await writersTo(db, run.tenant_id, call.chat_thread_id) : [];
  const agentWriters = no_self_approval ? await writersIn(db, run) : threadWriters;
  return { requested_by: starters, written_by: [...new Set([...writers, ...agentWriters])] };
};

export const approvalQuestion: QuestionRules<'approval'> = {
  async draft(deps, askingNode, id) {
    const frozenInput = await readQuestionInput(deps, askingNode);
    // The approval of a node that asks while it works is part of the node's input.
    const input = approvalRequest.parse(Object(frozenInput).asks ?? frozenInput);
    const origin = await readQuestionOrigin(deps, askingNode);
    return {
      _id: id,
      ...origin,
      ...(await requestersOf(deps, askingNode.run, input)),
      ...(await pinnedNodesOf(deps, askingNode)),
      ...(await readEnteredForms(deps, askingNode)),
      status: 'pending',
      ...input,
      resolutions: [],
      revision: 0,
      requested_on: isoTime(deps.clock()),
      expires_on: askingNode.waiting.until,
      resource_count: input.resources.length,
      fingerprints: input.resources.map(fingerprintOf),
    };
  },

  path: (approval_id) => pathTo('approval', { approval_id }),

  // Only root users may decide an approval that names no approvers.
  defaultRecipients: (deps, { tenant_id }) => readRoots(deps)(tenant_id),

  mail: (question, link) => ({
    to: question.approvers,
    text: [
      `The bot "${nameInMail(question.bot_name)}" asks for your approval:`,
      nameInMail(turnText(question.loop_details) ?? ''),
      question.message,
      nameInMail(callText(question)),
      nameInMail(claimText(question)),
      requestersText(question),
      aboutText(question.resource_count),
      pinnedText(question),
      nextText(question),
      `Decide before ${minuteText(question.expires_on)}: ${link}`,
    ],
  }),
};
