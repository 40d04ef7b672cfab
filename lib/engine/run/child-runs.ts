import { isRunnable } from '#lib/domain/bots/bot.rules.ts';
import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import { botStore, botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { closeRun, endOfChild } from '#lib/domain/executions/runs/close.service.ts';
import { isLaneOver, isRunOver } from '#lib/domain/executions/runs/is-over.service.ts';
import {
  firstErrorOnly,
  isFinal,
  parentTriggerOf,
} from '#lib/domain/executions/execution.rules.ts';
import type { Execution, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import type { EngineDeps } from '../deps.ts';
import type { ChildRuns } from '../nodes/ai-agent/child-runs.ts';
import { type ToolAnswer, toolAnswer, toolError } from '../nodes/ai-agent/tool.ts';
import { OutOfReach } from '../nodes/ai-agent/transcript.ts';
import type { Segment } from './segment.ts';

/** The most levels of runs: an agent's bot may have an agent that runs a bot, but no deeper. */
const maxRunDepth = 3;

/** The ids of the bots of all parent runs, followed by the run's own. */
const botChainOf = ({ trigger, bot_id }: Pick<Execution, 'trigger' | 'bot_id'>): string[] =>
  trigger.type === 'agent' ? [...trigger.above, bot_id] : [bot_id];

const notRunnableReason = (chain: readonly string[], bot: Bot): string | undefined => {
  if (chain.includes(bot._id)) {
    return `The bot "${bot.name}" would run itself: it is one of the bots that started this run.`;
  }
  return chain.length >= maxRunDepth
    ? `The bot "${bot.name}" cannot run: at most ${maxRunDepth} runs can be nested.`
    : undefined;
};

type Named = { name: string; result: NodeResult };

/** The results of a run for an agent, without forms: what people entered is not for agents. */
const resultsOf = async ({ deps }: Segment, run: Execution): Promise<Record<string, unknown>> => {
  const { tenant_id, bot_id, version } = run;
  const found = await botVersionStore(deps.db, tenant_id).get(bot_id, version);
  const namedResults = (found?.graph.nodes ?? []).flatMap(({ id, name, type }): Named[] => {
    const result = run.results[id];
    const isReported = nodeFacts[type].does === 'acts' || nodeFacts[type].does === 'closes';
    return result && isReported && isFinal(result.status) ? [{ name, result }] : [];
  });
  // The newest come first: the end of the list is what gets cut off.
  const endTime = ({ result }: Named) => result.ended_at ?? '';
  namedResults.sort((a, b) => (endTime(a) < endTime(b) ? 1 : -1));
  const reportedValue = ({ output, output_ref, error }: NodeResult): unknown =>
    error ?? (output_ref === undefined ? output : 'Too large to be shown here.');
  return Object.fromEntries(namedResults.map(({ name, result }) => [name, reportedValue(result)]));
};

const outcomeOf = async (segment: Segment, run: Execution): Promise<ToolAnswer> => {
  const { _id: bot_exc_id, state, outcome } = run;
  const results = await resultsOf(segment, run);
  const errors = firstErrorOnly(run.errors);
  const report = { bot_exc_id, state, ...(outcome && { outcome }), errors, results };
  return run.state === 'SUCCEEDED' ? toolAnswer(report) : toolError(JSON.stringify(report));
};

/**
 * Ends a run whose parent run has ended: a process that died after ending the parent may have left
 * this one open. Returns whether it ended the run.
 */
export const endAfterParent = async (deps: EngineDeps, run: Execution): Promise<boolean> => {
  const parent = parentTriggerOf(run);
  if (!parent || !(await isRunOver(deps.db)(run.tenant_id, parent.bot_exc_id))) return false;
  return closeRun(deps, run, endOfChild(parent, deps.clock()));
};

/** A temporary failure to reach a service throws `OutOfReach`: it is not a failure of the bot. */
const withUnreachableError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new OutOfReach(error);
  });

/** The runs of other bots that agents of this run start; each has this run as its parent. */
export const childRunsOf = (segment: Segment): ChildRuns => {
  const { deps, run, lane } = segment;
  const { tenant_id } = run;
  const chain = botChainOf(run);
  const runs = executionStore(deps.db, tenant_id);

  /** Ends a child run if this run or lane ended while the child was being started. */
  const endWithParent = async (id: string): Promise<void> => {
    if (!(await isLaneOver(deps.db)({ tenant_id, bot_exc_id: run._id, lane }))) return;
    await closeRun(deps, { tenant_id, _id: id }, endOfChild(run, deps.clock()));
  };

  const find: ChildRuns['find'] = async (botId) => {
    const bot = await botStore(deps.db, tenant_id).get(botId);
    if (!bot) return 'A bot of this agent does not exist, or it was deleted.';
    const reason = notRunnableReason(chain, bot);
    if (reason !== undefined) return reason;
    return isRunnable(bot)
      ? bot
      : `The bot "${bot.name}" cannot run: it is disabled, or has no published version.`;
  };

  const start: ChildRuns['start'] = async (bot, id, input) => {
    const { _id: bot_exc_id, bot_id, bot_name } = run;
    const started = await deps.startRun(bot, {
      _id: id,
      trigger: { type: 'agent', bot_id, bot_exc_id, bot_name, above: chain },
      input,
      version: bot.published_version,
    });
    if (started.dropped !== undefined) return started.dropped;
    await endWithParent(id);
    return undefined;
  };

  const readState: ChildRuns['readState'] = async (id) => {
    const child = await runs.get(id);
    if (!child) return 'not begun';
    return isFinal(child.state) ? outcomeOf(segment, child) : 'under way';
  };

  return {
    find: (botId) => withUnreachableError(find(botId)),
    start: (...args) => withUnreachableError(start(...args)),
    readState: (id) => withUnreachableError(readState(id)),
  };
};
