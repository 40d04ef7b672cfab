import { eventOf } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { TurnOrReason } from '#lib/engine/first-turn.ts';
import { pinnedOutputs } from './source.ts';

/** Saved data for expressions; each part is fetched when an expression reads it. */
export type Sample = {
  event: () => Promise<unknown>;
  /** The outputs of nodes, by their names. */
  outputs: ReadonlyMap<string, () => Promise<unknown>>;
  run: { id: string; bot: string; started_at: string; trigger: unknown };
  /** The node that reads: without a known turn, its loops use their first items. */
  at?: { graph: Graph; nodeId: string; turn: TurnOrReason | undefined };
};

/** Reads data that a run's view does not contain. */
export type Reader = {
  event: (listenerId: string, eventId: string) => Promise<unknown>;
  output: (runId: string, nodeId: string, lane?: string) => Promise<unknown>;
};

/** The selected turns: their results, and the lane of a node in a turn. */
type Turns = {
  results: ExecutionView['results'];
  laneOf: (nodeId: string) => string | undefined;
};

/** The data of a run, for the nodes of a graph, which may have changed since. */
export const sampleOfRun = (
  run: ExecutionView,
  { nodes }: Graph,
  reader: Reader,
  turns?: Turns,
): Sample => {
  const { trigger, _id: id } = run;
  const results = turns?.results ?? run.results;
  const eventIds = eventOf(trigger);
  const event = async () =>
    eventIds ? reader.event(eventIds.listener_id, eventIds.event_id) : run.input;
  const readOutput = (nodeId: string) => {
    const lane = turns?.laneOf(nodeId);
    return reader.output(id, nodeId, ...(lane === undefined ? [] : [lane]));
  };
  const outputs = new Map<string, () => Promise<unknown>>();
  for (const node of nodes) {
    const result = Object.hasOwn(results, node.id) ? results[node.id] : undefined;
    if (node.type === 'start') outputs.set(node.name, event);
    else if (result?.output_ref) outputs.set(node.name, () => readOutput(node.id));
    else if (result) outputs.set(node.name, async () => result.output);
  }
  const started = { id, bot: run.bot_name, started_at: run.created_at, trigger };
  return { event, outputs, run: started };
};

const noEvent = async () => undefined;

/** The pinned data, and an event if given. */
export const sampleOfPins = (graph: Graph, event: Sample['event'] = noEvent): Sample => {
  const pins = [...pinnedOutputs(graph)].map(
    ([name, output]) => [name, async () => output] as const,
  );
  const start = graph.nodes.find(({ type }) => type === 'start');
  return {
    event,
    outputs: new Map([...(start ? [[start.name, event] as const] : []), ...pins]),
    run: { id: 'exc_preview', bot: '', started_at: '', trigger: { type: 'manual' } },
  };
};
