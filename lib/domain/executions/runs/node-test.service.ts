import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { badRequest, notFound } from '#lib/kernel/refusal.ts';
import type { Files } from '#lib/ports/files.ts';
import type * as z from 'zod';
import { refusalOf } from '../../account/permission.rules.ts';
import type { Bot, Graph, GraphNode } from '../../bots/bot.schema.ts';
import { botStore, botVersionStore } from '../../bots/bot.store.ts';
import { actionIdsOf, usedIntegrations } from '../../bots/integration.rules.ts';
import { refuseForeignUse } from '../../bots/integration-use.service.ts';
import { createResultFilter } from '../visible-results.service.ts';
import type { Execution } from '../execution.schema.ts';
import { executionStore } from '../execution.store.ts';
import { readLaneData, readNodeOutput, type ReadOutput } from '../lanes/lane-data.service.ts';
import { readChosenEvent } from './chosen-event.service.ts';
import type { NodeTest, nodeTestInput, testedNode } from './node-test.schema.ts';
import { readPayload } from './payload.service.ts';

/** The node to test, and the data for its expressions, each read only when it is used. */
export type NodeTestCall = {
  tenant_id: string;
  user_id: string;
  bot: Bot;
  graph: Graph;
  node: GraphNode;
  event: () => Promise<unknown>;
  /** The outputs of other nodes by their names. */
  nodes: ReadonlyMap<string, () => Promise<unknown>>;
  /** The surrounding loop iteration; the first one if none was chosen. */
  turn?: (() => Promise<unknown>) | undefined;
  dry_run: boolean;
};

export type NodeTestDeps = {
  db: Database;
  files: Files;
  /** Runs the node once, without writing anything: the engine's `testNode`. */
  testNode: (call: NodeTestCall) => Promise<NodeTest>;
};

type Input = z.output<typeof nodeTestInput>;

const graphOf = async ({ db }: NodeTestDeps, bot: Bot, { graph, version }: Input) => {
  if (graph) return graph;
  const chosenVersion = version ?? bot.draft_version;
  const found = await botVersionStore(db, bot.tenant_id).get(bot._id, chosenVersion);
  if (!found) throw notFound('version');
  return found.graph;
};

const readEventOf = async (deps: NodeTestDeps, run: Execution): Promise<unknown> => {
  const payload = await readPayload(deps, run);
  if (!payload) throw badRequest('The event that started that run is no longer kept.');
  return payload.value;
};

const readSavedRun = async (
  { db }: NodeTestDeps,
  caller: Caller,
  { tenant_id, _id: bot_id }: Bot,
  id: string | undefined,
): Promise<Execution | undefined> => {
  if (id === undefined) return undefined;
  const refusal = refusalOf(caller, guards.getExecution);
  if (refusal) throw refusal;
  const run = await executionStore(db, tenant_id).get(id);
  if (!run || run.bot_id !== bot_id) throw notFound('run');
  return run;
};

/** Returns a reader of the run's outputs that filters them as the run's pages do for the caller. */
const createOutputReader = async (
  deps: NodeTestDeps,
  caller: Caller,
  run: Execution | undefined,
): Promise<ReadOutput> => {
  const resultFilter = run && (await createResultFilter(deps.db, caller, run));
  return async (nodeId, result) => {
    const output = await readNodeOutput(deps, result);
    return resultFilter ? resultFilter(nodeId, { ...result, output }).output : output;
  };
};

/** The caller's data takes precedence over the run's; a start node's output is the event. */
const dataOf = async (
  deps: NodeTestDeps,
  caller: Caller,
  { graph, input, run }: { graph: Graph; input: Input; run: Execution | undefined },
) => {
  const read = await createOutputReader(deps, caller, run);
  const lane = run && input.lane;
  const inLane = lane ? await readLaneData({ ...deps, read }, run, graph, lane) : undefined;
  const results = inLane?.results ?? run?.results ?? {};
  const chosenEvent = input.from_event && (await readChosenEvent(deps, caller, input.from_event));
  const suppliedEvent = input.event ?? chosenEvent;
  const event = async () =>
    suppliedEvent === undefined && run ? readEventOf(deps, run) : suppliedEvent;
  const nodes = new Map<string, () => Promise<unknown>>();
  for (const { id, name, type } of graph.nodes) {
    const result = Object.hasOwn(results, id) ? results[id] : undefined;
    if (type === 'start') nodes.set(name, event);
    else if (result) nodes.set(name, () => read(id, result));
  }
  for (const [name, output] of Object.entries(input.nodes ?? {})) {
    nodes.set(name, async () => output);
  }
  return { event, nodes, turn: inLane?.turn };
};

/**
 * A user who may start runs may test a node of a version in a dry run. Any other test requires
 * permission to update bots and, if the node runs actions, to test actions. Throws 403.
 */
const checkTestPermission = (caller: Caller, { graph, dry_run }: Input, one: Graph): void => {
  if (!graph && dry_run) return;
  const requiredGuards = [
    guards.updateBot,
    ...(actionIdsOf(one).length > 0 ? [guards.testAction] : []),
  ];
  for (const guard of requiredGuards) {
    const refusal = refusalOf(caller, guard);
    if (refusal) throw refusal;
  }
};

/** Tests one node of a bot with saved data. */
export const testNodeCall =
  (deps: NodeTestDeps) =>
  async (caller: Caller, input: Input): Promise<z.input<typeof testedNode>> => {
    const { tenant_id, user_id } = caller;
    const bot = await botStore(deps.db, tenant_id).get(input.bot_id);
    if (!bot) throw notFound('bot');
    const graph = await graphOf(deps, bot, input);
    const node = graph.nodes.find(({ id }) => id === input.node_id);
    if (!node) throw notFound('node');
    const one = { nodes: [node], edges: [] };
    checkTestPermission(caller, input, one);
    await refuseForeignUse(deps.db, caller, one);
    const run = await readSavedRun(deps, caller, bot, input.from_execution);
    const data = await dataOf(deps, caller, { graph, input, run });
    const { dry_run } = input;
    const test = await deps.testNode({ tenant_id, user_id, bot, graph, node, ...data, dry_run });
    const integration_ids = [...usedIntegrations(one).keys()];
    return { ...test, node_type: node.type, integration_ids };
  };
