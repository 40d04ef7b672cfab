import { timedId } from '#lib/kernel/ids.ts';
import type { Later } from '#lib/kernel/later.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Bot, Graph, Problem } from '../../bots/bot.schema.ts';
import { refuseProblems } from '../../bots/problem.rules.ts';
import { botStore, botVersionStore } from '../../bots/bot.store.ts';
import type { Execution, RunOptions } from '../execution.schema.ts';
import { readPayload } from './payload.service.ts';
import {
  fromProblem,
  iterationProblem,
  replayProblem,
  resumeProblem,
  takenOver,
} from './resume.rules.ts';
import { type RunStart, type StartDeps, startRun } from './start.service.ts';

export type RestartDeps = StartDeps & { check: (graph: Graph) => Later<Problem[]> };

/** As `startRun`, where somebody waits for the answer: a run that is dropped is refused. */
export const startOrRefuse = async (
  deps: StartDeps,
  bot: Bot,
  start: RunStart,
): Promise<string> => {
  const started = await startRun(deps, bot, start);
  if (started.dropped === undefined) return started.bot_exc_id;
  throw conflict(`${started.dropped} Wait until one ends, or start it by force.`);
};

const refuse = (problem: string | undefined): void => {
  if (problem !== undefined) throw conflict(problem);
};

const botOf = async ({ db }: RestartDeps, { tenant_id, bot_id }: Execution): Promise<Bot> => {
  const bot = await botStore(db, tenant_id).get(bot_id);
  if (!bot) throw notFound('bot');
  return bot;
};

/** The graph of a version that can run. */
const graphOf = async ({ db, check }: RestartDeps, bot: Bot, version: number): Promise<Graph> => {
  const found = await botVersionStore(db, bot.tenant_id).get(bot._id, version);
  if (!found) throw notFound('version');
  refuseProblems(await check(found.graph));
  return found.graph;
};

/** What a run is from its cause: a dry run never becomes a real one. */
const sameAs = ({ trigger, input, options }: Execution, userId: string) => {
  const { dry_run, caching_settings, use_pins, restarted_by = [] } = options;
  return {
    trigger,
    input,
    options: {
      ...(dry_run !== undefined && { dry_run }),
      ...(use_pins !== undefined && { use_pins }),
      ...(caching_settings !== undefined && { caching_settings }),
      restarted_by: [...new Set([...restarted_by, userId])],
    },
  };
};

const bytesOf = (results: Execution['results']): number =>
  Object.values(results).reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0);

/** What is run again of a run: from a node on, or one turn of a loop alone. */
type Again = { only?: RunOptions['only']; from?: string | undefined };

const refuseAgain = (run: Execution, graph: Graph, { only, from }: Again): void => {
  const turn = only && iterationProblem(run, graph, only);
  if (turn !== undefined) throw badRequest(turn, { field: 'iteration' });
  const node = from === undefined ? undefined : fromProblem(run, graph, from);
  if (node !== undefined) throw badRequest(node, { field: 'from' });
};

/**
 * Runs a run on, as a new run of the same version: what it had done with is taken over, and it goes
 * on at the node where it stopped; or from a node that was done with; or one turn of a loop alone.
 */
export const resumeRun = async (
  deps: RestartDeps,
  run: Execution,
  userId: string,
  { only, from }: Again = {},
): Promise<string> => {
  refuse(only || from !== undefined ? replayProblem(run) : resumeProblem(run));
  const bot = await botOf(deps, run);
  const graph = await graphOf(deps, bot, run.version);
  refuseAgain(run, graph, { only, from });
  const results = takenOver(run, graph, only?.node_id ?? from);
  const same = sameAs(run, userId);
  return startOrRefuse(deps, bot, {
    ...same,
    _id: timedId('exc', deps.clock()),
    version: run.version,
    results,
    inline_bytes: bytesOf(results),
    options: {
      ...same.options,
      resumed_from: run._id,
      ...(only && { only }),
      ...(from && { from }),
    },
  });
};

/** Runs a run again from its start, with the version that is published now. */
export const replayRun = async (
  deps: RestartDeps,
  run: Execution,
  userId: string,
): Promise<string> => {
  refuse(replayProblem(run));
  const bot = await botOf(deps, run);
  const version = bot.published_version;
  if (version === undefined) throw badRequest('Publish a version of this bot first.');
  await graphOf(deps, bot, version);
  if (!(await readPayload(deps, run))) {
    throw badRequest('The event that started this run is no longer kept.');
  }
  const same = sameAs(run, userId);
  return startOrRefuse(deps, bot, {
    ...same,
    _id: timedId('exc', deps.clock()),
    version,
    options: { ...same.options, replay_of: run._id },
  });
};
