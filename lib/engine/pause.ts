import * as z from 'zod';
import { withdrawWait } from '#lib/domain/executions/runs/close.service.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type {
  Execution,
  ExecutionState,
  WaitingFor,
} from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { askingStateOf, isQuestion } from '#lib/domain/questions/question.schema.ts';
import { pushRunStatus } from '#lib/domain/executions/runs/push-status.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { PauseDeps } from './deps.ts';
import { askMessage } from './run/ask-message.ts';
import type { AskingNode } from './run/asking-node.ts';
import { askQuestion } from './run/question.ts';
import { laneItem } from './run/state.ts';
import { beginTask } from './run/task.ts';
import { waitKey } from './run/writer.ts';

const pauseCall = z.object({
  tenant_id: z.string(),
  bot_exc_id: z.string(),
  lane: z.string().default(wholeRun),
  node_id: z.string(),
  token: z.string(),
});
type PauseCall = z.infer<typeof pauseCall>;

/** Asks people, or begins a long task. Returns whether there is something to wait for. */
const askOrBeginTask = async (deps: PauseDeps, askingNode: AskingNode): Promise<boolean> => {
  const { kind } = askingNode.waiting;
  if (isQuestion(kind)) return askQuestion(deps, askingNode, kind);
  if (kind === 'message') return askMessage(deps, askingNode);
  return kind === 'task' && beginTask(deps, askingNode);
};

/** The state of a run that waits for this. */
const stateOf = ({ kind }: WaitingFor): ExecutionState => askingStateOf(kind) ?? 'IN_PROGRESS';

/** Writes that people are asked, unless the lane has continued since it was read. */
const writeWaiting = async (
  deps: PauseDeps,
  { run, lane, state: at, waiting }: AskingNode,
  state: ExecutionState,
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id } = run;
  const { node_id } = waiting;
  const result = at.results[node_id];
  const change = {
    state,
    ...(result && { results: { [node_id]: { ...result, status: state } } }),
    updated_at: isoTime(deps.clock()),
  };
  const item = laneItem(deps.db, { tenant_id, bot_exc_id, lane });
  if (!(await item.commit(change, at.updated_at))) {
    await withdrawOrphan(deps, { run, lane, state: at, waiting });
    return;
  }
  if (lane !== wholeRun) await showWait(deps, run, lane, waiting, state);
  const progress = { node_name: node_id, status: state, ...(lane && { lane }) };
  await pushRunStatus(deps.realtime, run, progress).catch(() => undefined);
};

/** Withdraws the question of a run or lane that ended while people were being asked. */
const withdrawOrphan = async (
  deps: PauseDeps,
  { run, lane, waiting }: AskingNode,
): Promise<void> => {
  const at = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane };
  const now = await laneItem(deps.db, at).get();
  if (now && isFinal(now.state)) await withdrawWait(deps, at, waiting);
};

/** Shows in the state of a run that one of its lanes waits for people. */
const showWait = async (
  deps: PauseDeps,
  { tenant_id, _id }: Execution,
  lane: string,
  waiting: WaitingFor,
  state: ExecutionState,
): Promise<void> => {
  const change = { state, updated_at: isoTime(deps.clock()) };
  const runs = executionStore(deps.db, tenant_id);
  await runs.setWait(_id, waitKey(lane), { ...waiting, lane }, change);
};

/** The node that the pause is about; undefined where there is nothing left to wait for. */
const findAskingNode = async (
  deps: PauseDeps,
  call: PauseCall,
): Promise<AskingNode | undefined> => {
  const { tenant_id, bot_exc_id, lane, node_id } = call;
  const run = await executionStore(deps.db, tenant_id).get(bot_exc_id);
  if (!run || isFinal(run.state)) return undefined;
  const state = lane === wholeRun ? run : await laneItem(deps.db, call).get();
  const waiting = state?.waiting_for;
  if (!state || isFinal(state.state) || waiting?.node_id !== node_id) return undefined;
  return { run, lane, state, waiting };
};

/**
 * Called by the state machine where a run pauses: stores the task token that ends the pause, then
 * asks people or begins a task. The token is stored first, so that every decision finds it. Where
 * there is nothing left to wait for, the pause is ended at once, and the run checks its state.
 */
export const pause =
  (deps: PauseDeps) =>
  async (payload: unknown): Promise<void> => {
    const call = pauseCall.parse(payload);
    const { tenant_id, bot_exc_id, lane, node_id, token } = call;
    const pauseKey = { bot_exc_id, lane, node_id };
    const pauses = pauseStore(deps.db, tenant_id);
    await pauses.put(pauseKey, token);
    const askingNode = await findAskingNode(deps, call);
    if (askingNode && (await askOrBeginTask(deps, askingNode))) {
      await writeWaiting(deps, askingNode, stateOf(askingNode.waiting));
      return;
    }
    await deps.resume(token);
    await pauses.delete(pauseKey);
  };
