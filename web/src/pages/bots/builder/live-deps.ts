import { isOwnActionId } from '#lib/domain/actions/action-id.rules.ts';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { actionIdsOf } from '#lib/domain/bots/integration.rules.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { actions } from '#web/api/actions.ts';
import { botBuilder } from '#web/api/bot-builder.ts';
import { newId } from '../editor/document/new-id.ts';
import { toFailedAnswer } from './failed-answer.ts';
import type { BuildDeps } from './drawing/work.ts';
import { liveLookUps } from './live-look-ups.ts';

export type ChosenModel = { integration_id: string; model: string };

/** The organisation's own actions that a graph uses; those that cannot be read are left out. */
const ownActionsIn = async (graph: Graph, signal: AbortSignal): Promise<Action[]> => {
  const ids = actionIdsOf(graph).filter(isOwnActionId);
  const found = await Promise.allSettled(
    ids.map((action_id) => actions.getAction({ action_id }, signal)),
  );
  // A view contains everything that the check needs of an action.
  return found.flatMap((one) =>
    one.status === 'fulfilled' ? [one.value as unknown as Action] : [],
  );
};

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** The builder's dependencies in the console: the server calls the model. */
export const liveDeps = (model: ChosenModel, signal: AbortSignal): BuildDeps => ({
  ask: async (messages, cancel) => {
    try {
      return await botBuilder.askBuilder({ ...model, messages: [...messages] }, cancel);
    } catch (error) {
      return toFailedAnswer(error);
    }
  },
  check: async (graph) => {
    const { check } = await import('#lib/engine/check.ts');
    return check(graph, await ownActionsIn(graph, signal));
  },
  lookUps: liveLookUps(signal),
  newId,
  wait,
});
