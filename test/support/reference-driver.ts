import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionState, ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import type { LaneView } from '#lib/domain/executions/lanes/lane-view.schema.ts';
import type { Embedded } from './embedded.ts';
import { referenceValues } from './reference-bot.ts';

type Api = Embedded['api'];

/** A run with its branches and iterations, as the public API shows them. */
export type RunSnapshot = { run: ExecutionView; lanes: LaneView[] };

/** Illegal transitions between states, in words; empty if there are none. */
export type WatchedRun = RunSnapshot & { illegal: string[] };

/** Reads a run with the lanes that its nodes opened. */
export const readRun = async (api: Api, bot_exc_id: string): Promise<RunSnapshot> => {
  const run = await api.executions.getExecution({ bot_exc_id });
  const openers = Object.keys(run.results).filter((id) => run.results[id]?.lanes);
  const pages = await Promise.all(
    openers.map((node_id) => api.executions.listLanes({ bot_exc_id, node_id })),
  );
  return { run, lanes: pages.flatMap(({ items }) => items) };
};

type RunPart = { state: ExecutionState; value: unknown };

const partsOf = ({ run, lanes }: RunSnapshot): Map<string, RunPart> => {
  const parts = new Map<string, RunPart>([['the run', { state: run.state, value: run }]]);
  const addResults = (of: string, { results }: Pick<ExecutionView, 'results'>) => {
    for (const [id, result] of Object.entries(results)) {
      parts.set(`${of}: ${id}`, { state: result.status, value: result });
    }
  };
  addResults('the run', run);
  for (const lane of lanes) {
    parts.set(lane.lane, { state: lane.state, value: lane });
    addResults(lane.lane, lane);
  }
  return parts;
};

/** Compares each look with earlier ones: ended items must not change, seen items must remain. */
export const openRunWatcher = () => {
  const seenTexts = new Map<string, string>();
  const illegal: string[] = [];
  return {
    illegal,
    see: (snapshot: RunSnapshot) => {
      const parts = partsOf(snapshot);
      for (const name of seenTexts.keys()) if (!parts.has(name)) illegal.push(`${name} is gone`);
      for (const [name, { state, value }] of parts) {
        const before = seenTexts.get(name);
        const text = JSON.stringify(value);
        if (before && before !== text) illegal.push(`${name} was ${before} and became ${text}`);
        if (state === 'QUEUED' && seenTexts.has(name)) illegal.push(`${name} is queued again`);
        seenTexts.set(name, isFinal(state) ? text : '');
      }
    },
  };
};

/** Answers all approvals and user inputs of the run; repeated answers are rejected. */
const answerAll = async (api: Api, run: ExecutionView): Promise<void> => {
  const { items: approvals } = await api.approvals.listApprovals({
    status: 'pending',
    number_of_items: 100,
  });
  for (const { _id: approval_id, bot_exc_id } of approvals) {
    if (bot_exc_id !== run._id) continue;
    const consent = { status: 'resolved' as const, all: true as const, message: 'Go on' };
    await api.approvals.resolveApproval({ approval_id, ...consent });
  }
  const { items: forms } = await api['user-inputs'].listUserInputs({ status: 'PENDING' });
  for (const { _id: user_input_id, bot_exc_id } of forms) {
    if (bot_exc_id !== run._id) continue;
    await api['user-inputs'].submitUserInput({ user_input_id, values: referenceValues });
  }
};

/**
 * Polls the public API about a run, answers its questions, and continues through restarts, until
 * the run has ended; throws if it is still open after `ms`.
 */
export const driveToEnd = async (
  api: Api,
  bot_exc_id: string,
  ms = 60_000,
): Promise<WatchedRun> => {
  const { see, illegal } = openRunWatcher();
  const deadline = performance.now() + ms;
  let trouble: unknown;
  let last: RunSnapshot | undefined;
  while (performance.now() < deadline) {
    try {
      last = await readRun(api, bot_exc_id);
      see(last);
      if (isFinal(last.run.state)) return { ...last, illegal };
      await answerAll(api, last.run);
    } catch (error) {
      // The product is down or starting, or a question was answered before the kill.
      trouble = error;
    }
    await pause(20);
  }
  const lastText = JSON.stringify(last).slice(0, 4000);
  throw new Error(`The run is still open: ${lastText}`, { cause: trouble });
};

const comparableResultsOf = ({ results }: Pick<ExecutionView, 'results'>) =>
  Object.entries(results)
    .map(([id, { status, handle, output, error, lanes }]) => {
      const { planned, succeeded, failed } = lanes ?? {};
      return { id, status, handle, output, error, planned, succeeded, failed };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** The result of a run, without what is unique to each run: ids and times. */
export const outcomeOf = ({ run, lanes }: RunSnapshot): unknown => {
  const outcome = {
    state: run.state,
    errors: run.errors,
    results: comparableResultsOf(run),
    lanes: lanes.map((lane) => ({
      lane: lane.lane,
      state: lane.state,
      results: comparableResultsOf(lane),
    })),
  };
  const text = JSON.stringify(outcome)
    .replaceAll(/\b[a-z]{3}_[0-9a-f]{32}\b/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME');
  return JSON.parse(text);
};
