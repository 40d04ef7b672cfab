import { type QuestionKind, questions } from '#lib/domain/questions/question.schema.ts';
import {
  publishQuestionState,
  questionStorage,
  type StoredQuestion,
} from '#lib/domain/questions/question.service.ts';
import { nameInMail } from '#lib/kernel/display-text.ts';
import { linkTo } from '#lib/pages.ts';
import type { EngineDeps, PauseDeps } from '../deps.ts';
import { approvalQuestion } from './ask-approval.ts';
import { inputQuestion } from './ask-input.ts';
import type { AskingNode, QuestionRules } from './asking-node.ts';
import { tellPeople } from './tell-people.ts';

const rules: { [K in QuestionKind]: QuestionRules<K> } = {
  approval: approvalQuestion,
  input: inputQuestion,
};

/**
 * Asks once, however often the pause is repeated. Returns whether people can still answer. The mail
 * is sent before this is recorded: if the process dies in between, it is sent twice, but never
 * lost.
 */
export const askQuestion = async (
  deps: PauseDeps,
  askingNode: AskingNode,
  kind: QuestionKind,
): Promise<boolean> => {
  const { tenant_id } = askingNode.run;
  const { id: field, pending, subject, noticeKind } = questions[kind];
  const id = askingNode.waiting[field];
  if (id === undefined) return false;
  const store = questionStorage(kind).store(deps.db, tenant_id);
  const existing = await store.get(id);
  if (existing && existing.status !== pending) return false;
  const questionRules: QuestionRules<QuestionKind> = rules[kind];
  const question = existing ?? (await questionRules.draft(deps, askingNode, id));
  const isNew = !existing && (await store.create(question));
  if (isNew) await publishQuestionState(deps.realtime, { tenant_id, kind, id }, 'pending');
  if (isNew || existing?.untold) {
    const { to, text } = questionRules.mail(question, linkTo(deps.site, questionRules.path(id)));
    const isSent = await tellPeople(deps, askingNode.run, {
      to: to.length > 0 ? to : await questionRules.defaultRecipients(deps, askingNode.run),
      text,
      kind: noticeKind,
      subject: `${subject}: ${nameInMail(question.bot_name)}`,
      logFields: { [field]: id },
    });
    if (isSent) await store.markTold(id);
  }
  return true;
};

/**
 * The current question; undefined where it does not exist. A pending one whose time is over is
 * expired by a conditional write; an answer given at the same moment takes precedence.
 */
export const readCurrentQuestion = async <K extends QuestionKind>(
  deps: Pick<EngineDeps, 'db' | 'realtime' | 'clock'>,
  tenantId: string,
  kind: K,
  id: string,
): Promise<StoredQuestion[K] | undefined> => {
  const store = questionStorage(kind).store(deps.db, tenantId);
  for (;;) {
    const found = await store.get(id);
    const isPending = found?.status === questions[kind].pending;
    if (!isPending || deps.clock() < Date.parse(found.expires_on)) return found;
    const key = { tenant_id: tenantId, kind, id };
    if (await store.expire(found)) await publishQuestionState(deps.realtime, key, 'expired');
  }
};
