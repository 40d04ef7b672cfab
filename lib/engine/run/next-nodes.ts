import * as z from 'zod';
import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { askingKinds, consequentialKinds, isSkipped } from '#lib/domain/bots/node-facts.schema.ts';
import type { NextNode } from '#lib/domain/approvals/approval.schema.ts';
import { accountNameOf } from '#lib/domain/integrations/integration.rules.ts';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { evaluate, pathsIn, readsAny, readsIn } from '../expression.ts';
import { partsOf } from '../expression/template.ts';
import type { GraphView } from '../graph.ts';
import { nodeRules } from '../nodes/kinds.ts';
import { listOf } from '../nodes/loop.ts';
import type { Call, Wait } from '../nodes/node.ts';
import { ownActionOf } from './own-action.ts';
import { maxNodesNamed, takesPin } from './pinned.ts';
import { scopeOf } from './scope.ts';
import type { Segment, Turn } from './segment.ts';
import { settingsOf } from './settings.ts';
import { defectFailure, isErrorForPeople } from './record-node-end.ts';

/** The nodes that can run after an approval, nearest first, up to the next that asks people. */
const nodesAfter = (view: GraphView, askingId: string): GraphNode[] => {
  const first = view.next(askingId, 'approved');
  const found = new Set(first ? [first] : []);
  for (const node of found) {
    if (askingKinds.has(node.type)) continue;
    for (const next of view.successors(node.id)) found.add(next);
  }
  return [...found].filter(({ id }) => id !== askingId);
};

/** Functions whose value will differ by the time that people have decided. */
const volatileFunctions = /\$(now|millis|random|shuffle)\b/;

/** The stand-in for an expression without a value yet: a text that survives encoding in a URL. */
const standIn = (at: number): string => `zz-unknown-${at}-zz`;

/** Settings with stand-ins for the expressions that have no value yet, and those expressions. */
const sketchSettings = (settings: unknown, isKnown: (text: string) => boolean) => {
  const texts: string[] = [];
  const sketch = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const piece = (part: { text: string } | { code: string }) => {
        if ('text' in part) return part.text;
        const text = `{% ${part.code} %}`;
        return isKnown(text) ? text : standIn(texts.push(text) - 1);
      };
      return (partsOf(value) ?? []).map(piece).join('');
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(sketch);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sketch(one)]));
  };
  return { sketch: sketch(settings), texts };
};

/** The node that asks, and its resources, all of which are assumed to be approved. */
type AskingContext = { node: GraphNode; resources: readonly unknown[] };

/** The iteration with whose values a node is shown, and the number of iterations. */
type ShownIteration = { turn: Turn | undefined; count: number };

/** What is known at the beginning of an iteration that is still to come. */
const knownTurnFields: ReadonlySet<string | undefined> = new Set(['item', 'index', 'outer']);

/** Whether, in all paths of the text that begin with these names, the next name passes `holds`. */
const everyNextName = (
  text: string,
  begin: readonly string[],
  holds: (name: string | undefined) => boolean,
): boolean =>
  pathsIn(text)
    .filter((path) => begin.every((name, at) => path[at] === name))
    .every((path) => holds(path[begin.length]));

/** Whether an expression can be evaluated at the node that asks, in the shown iteration if any. */
const createKnownCheck = (
  { record, around, way, turn: currentTurn }: Segment,
  askingContext: AskingContext,
  shownIteration?: ShownIteration,
) => {
  const idOf = new Map(way.program.view.nodes.map(({ id, name }) => [name, id]));
  const hasEnded = (name: string) => {
    const id = idOf.get(name);
    return id !== undefined && [record, ...around].some(({ results }) => results.has(id));
  };
  const isLoopKnown = (text: string): boolean => {
    const { loop } = readsIn(text);
    if (!readsAny(loop)) return true;
    if (!shownIteration) return false;
    if (shownIteration.turn === currentTurn) return true;
    return loop !== 'all' && everyNextName(text, ['loop'], (name) => knownTurnFields.has(name));
  };
  const { name: askingName } = askingContext.node;
  return (text: string): boolean => {
    if (volatileFunctions.test(text) || !isLoopKnown(text)) return false;
    const { nodes } = readsIn(text);
    if (nodes === 'all') return false;
    return [...nodes].every((name) =>
      name === askingName
        ? everyNextName(text, ['nodes', askingName], (field) => field === 'resources')
        : hasEnded(name),
    );
  };
};

/** A value at the node that asks, as if everything were approved; undefined where that fails. */
const evaluateNow = async (
  segment: Segment,
  askingContext: AskingContext,
  value: unknown,
  loop: Turn | undefined,
): Promise<unknown> => {
  const approvedOutput = {
    [askingContext.node.name]: { status: 'approved', resources: askingContext.resources },
  };
  try {
    const scope = await scopeOf(segment)(value);
    return await evaluate(value, { ...scope, nodes: { ...scope.nodes, ...approvedOutput }, loop });
  } catch (error) {
    if (isErrorForPeople(error)) return undefined;
    throw error;
  }
};

/** The items of a list loop; empty where they are not known yet. */
const itemsOf = async (
  segment: Segment,
  askingContext: AskingContext,
  loop: GraphNode,
): Promise<unknown[]> => {
  const { loop_type, items_to_iterate: items } = settingsOf(loop);
  if (loop_type !== 'list' || typeof items !== 'string') return [];
  const isKnown = createKnownCheck(segment, askingContext, { turn: segment.turn, count: 1 });
  return isKnown(items)
    ? listOf(await evaluateNow(segment, askingContext, items, segment.turn))
    : [];
};

/** The iteration with which a node in the same loops, or in one more, is shown; else undefined. */
const shownIterationFor = async (
  segment: Segment,
  askingContext: AskingContext,
  node: GraphNode,
): Promise<ShownIteration | undefined> => {
  const { view, structure } = segment.way.program;
  const [askingOpeners, nodeOpeners] = [
    structure.around(askingContext.node.id),
    structure.around(node.id),
  ];
  if (askingOpeners.join() === nodeOpeners.join()) return { turn: segment.turn, count: 1 };
  const inner = view.nodes.find(({ id }) => id === nodeOpeners.at(-1));
  if (askingOpeners.join() !== nodeOpeners.slice(0, -1).join() || inner?.type !== 'loop')
    return undefined;
  const items = await itemsOf(segment, askingContext, inner);
  if (items.length === 0) return undefined;
  const outer = segment.turn && { outer: segment.turn };
  return { turn: { index: 0, item: items[0], ...outer }, count: items.length };
};

/** The data sent with a call, where there is any. */
const sentWith = z.object({
  body: z.string().optional(),
  parameters: z.unknown().optional(),
  args: z.unknown().optional(),
});

/** The most characters of the sent data that are shown. */
const maxShownLength = 300;

const sentIn = (input: unknown): string => {
  const { body, parameters, args } = sentWith.safeParse(input).data ?? {};
  const data = parameters ?? args;
  const text = body ?? (data === undefined ? '' : JSON.stringify(data));
  return text === '' ? '' : ` with ${text.slice(0, maxShownLength)}`;
};

const dryRunTextOf = (segment: Segment, call: Call): string | undefined => {
  try {
    const beginOutcome = nodeRules[call.node.type].begin(call);
    if (!('pretend' in beginOutcome) || beginOutcome.pretend?.would === undefined) return undefined;
    const { would } = beginOutcome.pretend;
    return would + sentIn(beginOutcome.input);
  } catch (error) {
    defectFailure(segment, error);
    return undefined;
  }
};

/** The name of a node's action, for use where its effect cannot be described in more detail. */
const actionText = (node: GraphNode, ownAction: Call['ownAction']): string | undefined => {
  if (node.type !== 'rest_api_action') return undefined;
  const action = findReadyMadeAction(String(node.settings['action'])) ?? ownAction;
  return action && `run "${action.name}"`;
};

/** What a node would do, as far as it is known; unknown expressions are shown as written. */
const previewTextOf = async (
  segment: Segment,
  askingContext: AskingContext,
  node: GraphNode,
): Promise<string | undefined> => {
  const shownIteration = await shownIterationFor(segment, askingContext, node);
  const { sketch, texts } = sketchSettings(
    settingsOf(node),
    createKnownCheck(segment, askingContext, shownIteration),
  );
  const settings = await evaluateNow(
    segment,
    askingContext,
    sketch,
    shownIteration?.turn ?? segment.turn,
  );
  const ownAction = await ownActionOf(segment, node);
  const call = { node, settings: Object(settings), now: segment.deps.clock() };
  const dryRunText =
    settings === undefined
      ? undefined
      : dryRunTextOf(segment, { ...call, ...(ownAction && { ownAction }) });
  if (dryRunText === undefined) return actionText(node, ownAction);
  const text = dryRunText.replace(
    /zz-unknown-(\d+)-zz/g,
    (_, at: string) => texts[Number(at)] ?? '',
  );
  const count = shownIteration?.count ?? 1;
  return count > 1 ? `${text} (the first of ${formatCount(count, 'iteration')})` : text;
};

const ownAccount = z.object({ integration: z.object({ id: z.string() }) });

/** The display name of the cloud account in which a node acts. */
const accountOf = async ({ deps, run }: Segment, node: GraphNode): Promise<string | undefined> => {
  const found = ownAccount.safeParse(node.type === 'rest_api_action' ? settingsOf(node) : {});
  if (!found.success) return undefined;
  const { id } = found.data.integration;
  const integration = await integrationStore(deps.db, run.tenant_id).get(id);
  return integration && accountNameOf(integration);
};

/** The consequential nodes that follow an approval, with what each would do. */
const nextNodesOf = async (segment: Segment, askingContext: AskingContext): Promise<NextNode[]> => {
  const { options } = segment.run;
  const nodes = nodesAfter(segment.way.program.view, askingContext.node.id).filter(
    (node) => consequentialKinds.has(node.type) && !isSkipped(node) && !takesPin(options, node),
  );
  const nextNodes: NextNode[] = [];
  for (const node of nodes.slice(0, maxNodesNamed)) {
    const would = await previewTextOf(segment, askingContext, node);
    const account = await accountOf(segment, node);
    nextNodes.push({ name: node.name, ...(would && { would }), ...(account && { account }) });
  }
  return nextNodes;
};

/** The wait of an approval, with the nodes that follow it; waits of other kinds are unchanged. */
export const withNextNodes = async (
  segment: Segment,
  node: GraphNode,
  wait: Wait,
): Promise<Wait> => {
  if (wait.kind !== 'approval') return wait;
  const { resources } = Object(wait.input);
  const next_nodes = await nextNodesOf(segment, { node, resources: listOf(resources) });
  return { ...wait, input: { ...Object(wait.input), next_nodes } };
};
