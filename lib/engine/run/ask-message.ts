import { findOpenQuestion } from '#lib/domain/chat/open-question.service.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { findAskedPeople } from '#lib/domain/notifications/asked-people.service.ts';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { nameInMail } from '#lib/kernel/display-text.ts';
import { linkTo } from '#lib/pages.ts';
import type { PauseDeps } from '../deps.ts';
import { type AskingNode, minuteText, readQuestionOrigin } from './asking-node.ts';
import { tellPeople } from './tell-people.ts';

/** The most characters of a question that a mail shows; the chat shows it whole. */
const maxQuestionLength = 2000;

type Place = NonNullable<AskingNode['waiting']['thread']>;

const mailQuestion = async (
  deps: PauseDeps,
  askingNode: AskingNode,
  thread: Place,
): Promise<void> => {
  const { run } = askingNode;
  const threads = threadStore(deps.db, run.tenant_id);
  // A pause is repeated, at least hourly, but people are mailed only once about a question.
  if (await threads.wasAsked(thread.chat_thread_id, thread.sequence)) return;
  const openQuestion = await findOpenQuestion(deps.db, run.tenant_id, thread);
  if (!openQuestion) return;
  const { bot_name, node_name, loop_details } = await readQuestionOrigin(deps, askingNode);
  const { question } = openQuestion;
  const excerpt = question.slice(0, maxQuestionLength);
  const bot = nameInMail(bot_name);
  const people = await findAskedPeople(deps.db, run, thread);
  let isEveryoneMailed = true;
  for (const { path, to } of people) {
    const isSent = await tellPeople(deps, run, {
      kind: 'agent_question',
      to,
      subject: `Answer needed: ${bot}`,
      text: [
        `The agent "${nameInMail(node_name)}" of the bot "${bot}" asks you a question:`,
        nameInMail(turnText(loop_details) ?? ''),
        // The question was written by a model, so it must not look like a part of the mail.
        nameInMail(excerpt.length < question.length ? `${excerpt}…` : question),
        `Answer before ${minuteText(openQuestion.until)}: ${linkTo(deps.site, path)}`,
      ],
      logFields: {},
    });
    isEveryoneMailed &&= isSent;
  }
  // Marked only after sending: if the process dies in between, it is sent twice, but never lost.
  if (isEveryoneMailed) await threads.markAsked(thread.chat_thread_id, thread.sequence);
};

/** Mails people an agent's question. Returns whether the lane waits for an answer. */
export const askMessage = async (deps: PauseDeps, askingNode: AskingNode): Promise<boolean> => {
  const { run, waiting } = askingNode;
  const { thread } = waiting;
  if (!thread) return false;
  const threads = threadStore(deps.db, run.tenant_id);
  if (await threads.entry(thread.chat_thread_id, thread.sequence)) return false;
  await mailQuestion(deps, askingNode, thread);
  return true;
};
