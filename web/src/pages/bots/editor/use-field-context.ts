import { useMemo } from 'react';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeCatalogue, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { credentials } from '#web/api/credentials.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import type { Choices, FieldContext } from '../fields/control.ts';
import { fieldsOf, type Control } from '../fields/fields.ts';
import { useJudge } from './judge.ts';
import { referencesAt } from './references.ts';

/** Every listener of the organisation: the API's largest page. */
const allListeners = { page_number: 1, number_of_items: 1000 };
const allCredentials = { page_number: 1, number_of_items: 100 };

type Answer<T> = {
  data: { items: readonly T[] } | undefined;
  error: unknown;
  refetch: () => unknown;
};

const choicesOf = <T extends { _id: string; name: string }>(
  { data, error, refetch }: Answer<T>,
  describe: (item: T) => string,
): Choices => ({
  options: (data?.items ?? []).map((item) => ({
    value: item._id,
    label: item.name,
    description: describe(item),
  })),
  statusType: data ? 'finished' : error ? 'error' : 'loading',
  retry: () => void refetch(),
});

const useListeners = (enabled: boolean): Choices =>
  choicesOf(useCall(listeners.listListeners, allListeners, { enabled }), () => '');

const useCredentials = (enabled: boolean): Choices =>
  choicesOf(useCall(credentials.listCredentials, allCredentials, { enabled }), ({ kind }) => kind);

/** The kinds of fields that the node's form has now. */
const controlsOf = ({ type, settings }: GraphNode): Set<Control> =>
  new Set(fieldsOf(nodeSettings[type].shape, settings).map(({ control }) => control));

const othersIn = (graph: Graph, nodeId: string) =>
  graph.nodes
    .filter(({ id, type }) => id !== nodeId && type !== 'note')
    .map(({ name, type }) => ({
      value: name,
      label: name,
      description: nodeCatalogue[type].label,
    }));

/**
 * What the form of a node needs to know: choices that its fields offer, and the values that its
 * expressions can read.
 */
export const useFieldContext = (graph: Graph, node: GraphNode): FieldContext => {
  const controls = useMemo(() => controlsOf(node), [node]);
  const listener = useListeners(controls.has('listener'));
  const credential = useCredentials(controls.has('credential'));
  const references = useMemo(() => referencesAt(graph, node.id), [graph, node.id]);
  const nodes = useMemo(() => othersIn(graph, node.id), [graph, node.id]);
  return { choices: { listener, credential }, nodes, references, problemOf: useJudge()?.problemOf };
};
