import { isRunnable } from '#lib/domain/bots/bot.rules.ts';
import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import { botStore, botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { closeRun, endOfChild } from '#lib/domain/executions/runs/close.service.ts';
import { laneIsOver, runIsOver } from '#lib/domain/executions/runs/is-over.service.ts';
import { isFinal, sentenceOf, waitedForBy } from '#lib/domain/executions/execution.rules.ts';
import type { Execution, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import type { EngineDeps } from '../deps.ts';
import type { ChildRuns } from '../nodes/ai-agent/child-runs.ts';
import { type ToolAnswer, toolAnswer, toolError } from '../nodes/ai-agent/tool.ts';
import { OutOfReach } from '../nodes/ai-agent/transcript.ts';
import type { Segment } from './segment.ts';

/** Runs below each other: an agent's bot may have an agent that runs a bot, and no further. */
const deepest = 3;

/** The bots of the runs above a run, and its own. */
const chainOf = ({ trigger, bot_id }: Pick<Execution, 'trigger' | 'bot_id'>): string[] =>
  trigger.type === 'agent' ? [...trigger.above, bot_id] : [bot_id];

const whyNot = (chain: readonly string[], bot: Bot): string | undefined => {
  if (chain.includes(bot._id)) {
    return `The bot "${bot.name}" would run itself: it is one of those that lead here.`;
  }
  return chain.length >= deepest
    ? `The bot "${bot.name}" is not run: ${deepest} runs below each other are the most.`
    : undefined;
};

type Named = { name: string; result: NodeResult };

/** What people have filled in is theirs: an agent reads what nodes have done. */
const resultsOf = async ({ deps }: Segment, run: Execution): Promise<Record<string, unknown>> => {
  const { tenant_id, bot_id, version } = run;
  const found = await botVersionStore(deps.db, tenant_id).get(bot_id, version);
  const named = (found?.graph.nodes ?? []).flatMap(({ id, name, type }): Named[] => {
    const result = run.results[id];
    const tells = nodeFacts[type].does === 'acts' || nodeFacts[type].does === 'closes';
    return result && tells && isFinal(result.status) ? [{ name, result }] : [];
  });
  // The last first: what is cut off came first.
  const ended = ({ result }: Named) => result.ended_at ?? '';
  named.sort((a, b) => (ended(a) < ended(b) ? 1 : -1));
  const told = ({ output, output_ref, error }: NodeResult): unknown =>
    error ?? (output_ref === undefined ? output : 'Too large to be told here.');
  return Object.fromEntries(named.map(({ name, result }) => [name, told(result)]));
};

const outcomeOf = async (segment: Segment, run: Execution): Promise<ToolAnswer> => {
  const { _id: bot_exc_id, state, outcome } = run;
  const results = await resultsOf(segment, run);
  const errors = sentenceOf(run.errors);
  const told = { bot_exc_id, state, ...(outcome && { outcome }), errors, results };
  return run.state === 'SUCCEEDED' ? toolAnswer(told) : toolError(JSON.stringify(told));
};

/**
 * Ends a run whose agent's run has ended: a process that died after it ended that one may have left
 * this one open.
 */
export const endAfterParent = async (deps: EngineDeps, run: Execution): Promise<boolean> => {
  const parent = waitedForBy(run);
  if (!parent || !(await runIsOver(deps.db)(run.tenant_id, parent.bot_exc_id))) return false;
  return closeRun(deps, run, endOfChild(parent, deps.clock()));
};

/** What cannot be found out for the moment is no failure of a bot. */
const reached = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new OutOfReach(error);
  });

/** What agents of this run start: runs of other bots, each with this run above it. */
export const childRunsOf = (segment: Segment): ChildRuns => {
  const { deps, run, lane } = segment;
  const { tenant_id } = run;
  const chain = chainOf(run);
  const runs = executionStore(deps.db, tenant_id);

  /** A run or lane that ends while it starts another run takes that one along. */
  const endWithParent = async (id: string): Promise<void> => {
    if (!(await laneIsOver(deps.db)({ tenant_id, bot_exc_id: run._id, lane }))) return;
    await closeRun(deps, { tenant_id, _id: id }, endOfChild(run, deps.clock()));
  };

  const find: ChildRuns['find'] = async (botId) => {
    const bot = await botStore(deps.db, tenant_id).get(botId);
    if (!bot) return 'A bot of this agent does not exist, or it was deleted.';
    const why = whyNot(chain, bot);
    if (why !== undefined) return why;
    return isRunnable(bot)
      ? bot
      : `The bot "${bot.name}" is not run: it is disabled, or has no published version.`;
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

  const look: ChildRuns['look'] = async (id) => {
    const child = await runs.get(id);
    if (!child) return 'not begun';
    return isFinal(child.state) ? outcomeOf(segment, child) : 'under way';
  };

  return {
    find: (botId) => reached(find(botId)),
    start: (...given) => reached(start(...given)),
    look: (id) => reached(look(id)),
  };
};
