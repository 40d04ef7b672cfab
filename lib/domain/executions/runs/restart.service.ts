import type { Caller } from '#lib/kernel/caller.ts';
import { timedId, timeOfId } from '#lib/kernel/ids.ts';
import type { MaybePromise } from '#lib/kernel/maybe-promise.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Bot, Graph, GraphNode, Problem } from '../../bots/bot.schema.ts';
import { refuseForeignUse } from '../../bots/integration-use.service.ts';
import { refuseProblems } from '../../bots/problem.rules.ts';
import { botStore, botVersionStore } from '../../bots/bot.store.ts';
import { executionStore } from '../execution.store.ts';
import type { Execution, NodeResult, RunOptions } from '../execution.schema.ts';
import { readPayload } from './payload.service.ts';
import {
  iterationProblem,
  replayProblem,
  resumeFromProblem,
  resumeProblem,
  reusableResults,
  versionProblem,
} from './resume.rules.ts';
import { type RunStart, type StartDeps, startRun } from './start.service.ts';

type Results = Record<string, NodeResult>;

export type RestartDeps = StartDeps & {
  check: (graph: Graph, tenantId: string) => MaybePromise<Problem[]>;
  /** The nodes that a run with these results has passed, and the next one. */
  standing: (
    graph: Graph,
    results: Results,
  ) => MaybePromise<{ passed: ReadonlySet<string>; next: GraphNode | undefined }>;
};

/** Like `startRun`, for a caller who waits for the answer: throws 409 if the run is dropped. */
export const startOrRefuse = async (
  deps: StartDeps,
  bot: Bot,
  start: RunStart,
): Promise<string> => {
  const started = await startRun(deps, bot, start);
  if (started.dropped === undefined) return started.bot_exc_id;
  if (started.beyond_plan) throw conflict(started.dropped);
  throw conflict(`${started.dropped} Wait until one ends, or start it by force.`);
};

/** An unpublished version requires permission to use its integrations, as publishing does (403). */
export const refuseDraft = async (
  { db }: Pick<StartDeps, 'db'>,
  caller: Caller,
  { bot, version, graph }: { bot: Bot; version: number; graph: Graph },
): Promise<void> => {
  if (version !== bot.published_version) await refuseForeignUse(db, caller, graph);
};

const refuseIfProblem = (problem: string | undefined): void => {
  if (problem !== undefined) throw conflict(problem);
};

const requireBot = async ({ db }: RestartDeps, { tenant_id, bot_id }: Execution): Promise<Bot> => {
  const bot = await botStore(db, tenant_id).get(bot_id);
  if (!bot) throw notFound('bot');
  return bot;
};

/** The graph of a version; throws a refusal if the version cannot run. */
const requireRunnableGraph = async (
  { db, check }: RestartDeps,
  bot: Bot,
  version: number,
): Promise<Graph> => {
  const found = await botVersionStore(db, bot.tenant_id).get(bot._id, version);
  if (!found) throw notFound('version');
  refuseProblems(await check(found.graph, bot.tenant_id));
  return found.graph;
};

/** What a repeated run takes from the original; the repetition of a dry run is a dry run too. */
const repeatedStartOf = (
  { trigger, input, options }: Execution,
  userId: string,
  rehearse?: true,
) => {
  const { dry_run = rehearse, caching_settings, use_pins, restarted_by = [] } = options;
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

/** Which part of a run is repeated: from a node on, or one loop iteration alone. */
type PartialRepeat = {
  only?: RunOptions['only'];
  from?: string | undefined;
  /** With `from`: the version to run, instead of the run's own. */
  version?: number | undefined;
  dry_run?: true | undefined;
};

const refuseFromNode = (problem: string | undefined): void => {
  if (problem !== undefined) throw badRequest(problem, { field: 'from' });
};

/** The results that are taken over if the run goes on in its own version. */
const reusedResults = (run: Execution, graph: Graph, { only, from }: PartialRepeat): Results => {
  const turn = only && iterationProblem(run, graph, only);
  if (turn !== undefined) throw badRequest(turn, { field: 'iteration' });
  if (from !== undefined) refuseFromNode(resumeFromProblem(run, graph, from));
  return reusableResults(run, graph, only?.node_id ?? from);
};

/** The results that are taken over into another version: those on its way to the node `from`. */
const reusedInVersion = async (
  { standing }: RestartDeps,
  run: Execution,
  graph: Graph,
  from: string,
): Promise<Results> => {
  const doneResults = reusableResults(run, graph, from);
  const { passed, next } = await standing(graph, doneResults);
  refuseFromNode(versionProblem(graph, from, next));
  return Object.fromEntries(Object.entries(doneResults).filter(([id]) => passed.has(id)));
};

const resumedAlready = (id: string) =>
  conflict(`This run was resumed already, as the run ${id}. Open that one.`);

/** A claimed run is written within this time (ms); an older claim without a run has lapsed. */
const claimLifetime = 60_000;

/**
 * Starts the only run that resumes another: of several users or clicks, one succeeds and the others
 * get 409. The claim is released if the start fails, and lapses if the process died.
 */
const startResumed = async (
  { db, clock }: RestartDeps,
  run: Execution,
  id: string,
  start: () => Promise<string>,
): Promise<string> => {
  const store = executionStore(db, run.tenant_id);
  const { resumed_as: resumedAs } = run;
  const isYoung = resumedAs !== undefined && clock() - timeOfId(resumedAs) < claimLifetime;
  if (resumedAs !== undefined && (isYoung || (await store.get(resumedAs))))
    throw resumedAlready(resumedAs);
  if (!(await store.claimResume(run._id, id, resumedAs))) {
    throw resumedAlready((await store.get(run._id))?.resumed_as ?? id);
  }
  try {
    return await start();
  } catch (error) {
    await store.claimResume(run._id, undefined, id);
    throw error;
  }
};

/** Maximum number of partial repetitions that a run records; older ones are forgotten. */
const maxRepeatsKept = 100;

/**
 * Starts a run that repeats a part of this one, after recording it in this one: it reads this run's
 * data, which is therefore kept as long.
 */
const startPartialRepeat = async (
  { db }: RestartDeps,
  run: Execution,
  id: string,
  start: () => Promise<string>,
): Promise<string> => {
  const store = executionStore(db, run.tenant_id);
  for (let at: Execution | undefined = run; at; at = await store.get(run._id)) {
    const { again_as } = at;
    const repeatIds = [...(again_as ?? []), id].slice(-maxRepeatsKept);
    if (await store.noteAgain(run._id, repeatIds, again_as)) return start();
  }
  throw notFound('run');
};

/**
 * Resumes a run as a new run of the same version: results of finished nodes are taken over, and it
 * goes on at the node where it stopped, at the node `from`, or with one loop iteration alone. With
 * `from` another version may go on, such as the draft. Returns the new run's id.
 */
export const resumeRun = async (
  deps: RestartDeps,
  run: Execution,
  caller: Caller,
  repeat: PartialRepeat = {},
): Promise<string> => {
  const { only, from, version = run.version } = repeat;
  refuseIfProblem(only || from !== undefined ? replayProblem(run) : resumeProblem(run));
  const bot = await requireBot(deps, run);
  const graph = await requireRunnableGraph(deps, bot, version);
  await refuseDraft(deps, caller, { bot, version, graph });
  const isOther = from !== undefined && version !== run.version;
  const results = isOther
    ? await reusedInVersion(deps, run, graph, from)
    : reusedResults(run, graph, repeat);
  const repeatedStart = repeatedStartOf(run, caller.user_id, repeat.dry_run);
  const _id = timedId('exc', deps.clock());
  const options = {
    ...repeatedStart.options,
    resumed_from: run._id,
    ...(only && { only }),
    ...(from && { from }),
  };
  const inline_bytes = bytesOf(results);
  const begin = () =>
    startOrRefuse(deps, bot, { ...repeatedStart, _id, version, results, inline_bytes, options });
  const isPart = only !== undefined || from !== undefined;
  return (isPart ? startPartialRepeat : startResumed)(deps, run, _id, begin);
};

/** Repeats a run from its start with the currently published version; returns the new run's id. */
export const replayRun = async (
  deps: RestartDeps,
  run: Execution,
  userId: string,
): Promise<string> => {
  refuseIfProblem(replayProblem(run));
  const bot = await requireBot(deps, run);
  const version = bot.published_version;
  if (version === undefined) throw badRequest('Publish a version of this bot first.');
  await requireRunnableGraph(deps, bot, version);
  if (!(await readPayload(deps, run))) {
    throw badRequest('The event that started this run is no longer kept.');
  }
  const repeatedStart = repeatedStartOf(run, userId);
  return startOrRefuse(deps, bot, {
    ...repeatedStart,
    _id: timedId('exc', deps.clock()),
    version,
    options: { ...repeatedStart.options, replay_of: run._id },
  });
};
