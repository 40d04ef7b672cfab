import { openQuestionOf } from '#lib/domain/chat/open-question.service.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { askedPeople } from '#lib/domain/notifications/asked-people.service.ts';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { nameInMail } from '#lib/kernel/one-line.ts';
import { linkTo } from '#lib/pages.ts';
import type { PauseDeps } from '../deps.ts';
import { type Asking, askedPlace, minuteText } from './asked.ts';
import { tellPeople } from './tell-people.ts';

/** Letters of a question that a mail holds; the chat has it whole. */
const longestQuestion = 2000;

type Place = NonNullable<Asking['waiting']['thread']>;

const mailQuestion = async (deps: PauseDeps, asking: Asking, thread: Place): Promise<void> => {
  const { run } = asking;
  const threads = threadStore(deps.db, run.tenant_id);
  // A pause is repeated, each hour too: people are told once of what they are asked.
  if (await threads.wasAsked(thread.chat_thread_id, thread.sequence)) return;
  const open = await openQuestionOf(deps.db, run.tenant_id, thread);
  if (!open) return;
  const { bot_name, node_name, loop_details } = await askedPlace(deps, asking);
  const { question } = open;
  const shown = question.slice(0, longestQuestion);
  const bot = nameInMail(bot_name);
  const people = await askedPeople(deps.db, run, thread);
  let isTold = true;
  for (const { path, to } of people) {
    const isSent = await tellPeople(deps, run, {
      kind: 'agent_question',
      to,
      subject: `Answer needed: ${bot}`,
      text: [
        `The agent "${nameInMail(node_name)}" of the bot "${bot}" asks you a question:`,
        nameInMail(turnText(loop_details) ?? ''),
        // A model has written it: it must not look like a part of the mail.
        nameInMail(shown.length < question.length ? `${shown}…` : question),
        `Answer before ${minuteText(open.until)}: ${linkTo(deps.site, path)}`,
      ],
      about: {},
    });
    isTold &&= isSent;
  }
  // Noted once it is sent: a process that dies in between has it sent twice, and never lost.
  if (isTold) await threads.markAsked(thread.chat_thread_id, thread.sequence);
};

/** Tells people what an agent asks; answers whether it waits: whoever writes finds the token. */
export const askMessage = async (deps: PauseDeps, asking: Asking): Promise<boolean> => {
  const { run, waiting } = asking;
  const { thread } = waiting;
  if (!thread) return false;
  const threads = threadStore(deps.db, run.tenant_id);
  if (await threads.entry(thread.chat_thread_id, thread.sequence)) return false;
  await mailQuestion(deps, asking, thread);
  return true;
};
