import { useMemo } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Call } from '#web/api/client.ts';
import { executions } from '#web/api/executions.ts';
import { listeners } from '#web/api/listeners.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';
import { readWholeText } from '#web/components/json/whole-text.ts';
import { readWholeOutput } from '#web/components/run/whole-output.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { readJson } from '#web/components/json/read-json.ts';
import { chosenLane, chosenTurn } from './chosen-turn.ts';
import { type Reader, type Sample, sampleOfPins, sampleOfRun } from './sample.ts';
import type { DataSource } from './source.ts';

const fetchCached = <In, Out>(queries: QueryClient, call: Call<In, Out>, input: In): Promise<Out> =>
  queries.fetchQuery({
    queryKey: queryKey(call, input),
    queryFn: ({ signal }) => call(input, signal),
    staleTime: Infinity,
  });

const readerOf = (queries: QueryClient): Reader => ({
  event: async (listener_id, event_id) => {
    const eventIds = { listener_id, event_id };
    const readPart = (part?: number) =>
      fetchCached(queries, listeners.getListenerEvent, { ...eventIds, ...(part && { part }) });
    const { payload, payload_part: first } = await readPart();
    if (!first) return payload;
    return JSON.parse(
      await readWholeText(first, async (part) => (await readPart(part)).payload_part),
    );
  },
  output: async (bot_exc_id, node_id, lane) => {
    const resultIds = { bot_exc_id, node_id, ...(lane !== undefined && { lane }) };
    return readWholeOutput((one) => fetchCached(queries, executions.getNodeResult, one), resultIds);
  },
});

/** The data of a run as shown, in the turns selected there. */
const sampleOfLook = (view: RunViewState, graph: Graph, nodeId: string, reader: Reader): Sample => {
  const { run, results } = view;
  const laneOf = (id: string) => chosenLane(view, id);
  const turn = chosenTurn(view, nodeId);
  return { ...sampleOfRun(run, graph, reader, { results, laneOf }), at: { graph, nodeId, turn } };
};

type SampleContext = {
  graph: Graph;
  /** The node whose expressions are evaluated. */
  nodeId: string;
  /** The run that is the source, as shown. */
  view: RunViewState | undefined;
};

/** The data of a source; undefined without one, or until the run is loaded. */
export const useSample = (
  source: DataSource,
  { graph, nodeId, view }: SampleContext,
): Sample | undefined => {
  const queries = useQueryClient();
  const runId = source.kind === 'run' ? source.id : '';
  const { data: run } = useCall(
    executions.getExecution,
    { bot_exc_id: runId },
    { enabled: runId !== '' },
  );
  return useMemo(() => {
    const reader = readerOf(queries);
    const nodeContext = { at: { graph, nodeId, turn: undefined } };
    if (source.kind === 'none') return undefined;
    if (source.kind === 'run') {
      if (view?.run._id === source.id) return sampleOfLook(view, graph, nodeId, reader);
      return run && { ...sampleOfRun(run, graph, reader), ...nodeContext };
    }
    if (source.kind === 'pinned') return { ...sampleOfPins(graph), ...nodeContext };
    if (source.kind === 'event') {
      const { listener_id, id } = source;
      return { ...sampleOfPins(graph, () => reader.event(listener_id, id)), ...nodeContext };
    }
    if (source.kind === 'finding') {
      return { ...sampleOfPins(graph, async () => source.payload), ...nodeContext };
    }
    const event = readJson(source.text);
    if ('problem' in event) return undefined;
    return { ...sampleOfPins(graph, async () => event.value), ...nodeContext };
  }, [source, run, graph, nodeId, view, queries]);
};
