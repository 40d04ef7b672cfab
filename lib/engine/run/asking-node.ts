import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { causeText } from '#lib/domain/executions/cause-text.rules.ts';
import type { Execution, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { enclosingLanes, originOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { QuestionKind } from '#lib/domain/questions/question.schema.ts';
import type { NewQuestion } from '#lib/domain/questions/question.service.ts';
import type { PauseDeps } from '../deps.ts';
import { readNodeInput } from './record.ts';
import type { LaneState } from './state.ts';

/** A node, of a run or of one of its lanes, that asks people. */
export type AskingNode = {
  run: Execution;
  /** The path of the lane; `state` is its item. */
  lane: string;
  state: LaneState;
  waiting: WaitingFor;
};

/** How the engine handles one kind of question. */
export type QuestionRules<K extends QuestionKind> = {
  /** The question as it is stored, made from the frozen input of its node. */
  draft(deps: PauseDeps, askingNode: AskingNode, id: string): Promise<NewQuestion[K]>;
  /** The path of the question's page in the console. */
  path(id: string): string;
  /** The mail to people as paragraphs; empty paragraphs are left out. */
  mail(question: NewQuestion[K], link: string): { to: string[]; text: string[] };
  /** The recipients of the mail where the question names nobody. */
  defaultRecipients(deps: PauseDeps, run: AskingNode['run']): Promise<string[]>;
};

/** The input with which the node was frozen. */
export const readQuestionInput = (
  { files }: PauseDeps,
  { run, lane, state, waiting }: AskingNode,
) => {
  const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane };
  return readNodeInput(key, state.results[waiting.node_id], waiting.node_id, files);
};

/** A time in mails, in UTC as in the console: to the minute, without the letters of ISO 8601. */
export const minuteText = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** Where a question comes from: its bot, run, lane, node and iteration. */
export const readQuestionOrigin = async ({ db }: PauseDeps, { run, lane, waiting }: AskingNode) => {
  const { tenant_id, bot_id, bot_name, _id: bot_exc_id, version } = run;
  const cause = causeText(run.trigger);
  const found = await botVersionStore(db, tenant_id).get(bot_id, version);
  const find = (nodeId: string | undefined) => found?.graph.nodes.find(({ id }) => id === nodeId);
  const turn = enclosingLanes(lane)
    .map(originOf)
    .findLast((origin) => {
      const opener = find(origin?.opener);
      return opener !== undefined && opensTurns(opener.type);
    });
  return {
    bot_id,
    bot_name,
    bot_exc_id,
    ...(cause !== undefined && { cause }),
    lane,
    node_id: waiting.node_id,
    node_name: find(waiting.node_id)?.name ?? waiting.node_id,
    ...(turn && {
      loop_details: {
        loop_start: find(turn.opener)?.name ?? turn.opener,
        current_iterator: turn.from,
      },
    }),
  };
};
