import { useMemo } from 'react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import type { Choices, FieldContext } from '../fields/control.ts';
import { useJudge } from './judge.ts';
import { referencesAt } from './references.ts';

/** Every listener of the organisation: the API's largest page. */
const allListeners = { page_number: 1, number_of_items: 1000 };

const useListeners = (enabled: boolean): Choices => {
  const { data, error, refetch } = useCall(listeners.listListeners, allListeners, { enabled });
  return {
    options: (data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
    statusType: data ? 'finished' : error ? 'error' : 'loading',
    retry: () => void refetch(),
  };
};

/**
 * What the form of a node needs to know: listeners, and the values that its expressions can read.
 */
export const useFieldContext = (graph: Graph, nodeId: string): FieldContext => {
  const isStart = graph.nodes.some(({ id, type }) => id === nodeId && type === 'start');
  const choices = useListeners(isStart);
  const references = useMemo(() => referencesAt(graph, nodeId), [graph, nodeId]);
  return { listeners: choices, references, problemOf: useJudge()?.problemOf };
};
