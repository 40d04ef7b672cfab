import { useMemo } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Call } from '#web/api/client.ts';
import { executions } from '#web/api/executions.ts';
import { listeners } from '#web/api/listeners.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';
import { type Reader, type Sample, sampleOfPins, sampleOfRun } from './sample.ts';
import { readJson, type Source } from './source.ts';

const ask = <In, Out>(queries: QueryClient, call: Call<In, Out>, input: In): Promise<Out> =>
  queries.fetchQuery({
    queryKey: queryKey(call, input),
    queryFn: ({ signal }) => call(input, signal),
    staleTime: Infinity,
  });

const readerOf = (queries: QueryClient): Reader => ({
  event: async (listener_id, event_id) => {
    const { payload } = await ask(queries, listeners.getListenerEvent, { listener_id, event_id });
    return payload;
  },
  output: async (bot_exc_id, node_id) =>
    (await ask(queries, executions.getNodeResult, { bot_exc_id, node_id })).output,
});

/** The data that a source stands for; nothing without one, or until the run was read. */
export const useSample = (source: Source, graph: Graph, botName: string): Sample | undefined => {
  const queries = useQueryClient();
  const runId = source.kind === 'run' ? source.id : '';
  const { data: run } = useCall(
    executions.getExecution,
    { bot_exc_id: runId },
    { enabled: runId !== '' },
  );
  return useMemo(() => {
    if (source.kind === 'none') return undefined;
    if (source.kind === 'run') return run && sampleOfRun(run, graph, readerOf(queries));
    if (source.kind === 'pinned') return sampleOfPins(graph, botName);
    const event = readJson(source.text);
    return 'value' in event ? sampleOfPins(graph, botName, event.value) : undefined;
  }, [source, run, graph, queries, botName]);
};
