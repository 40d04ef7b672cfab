import * as z from 'zod';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import {
  askingKinds,
  consequentialKinds,
  isPassedBy,
} from '#lib/domain/bots/node-facts.schema.ts';
import type { NextNode } from '#lib/domain/approvals/approval.schema.ts';
import { evaluate, readsAny, readsIn } from '../expression.ts';
import { partsOf } from '../expression/template.ts';
import type { GraphView } from '../graph.ts';
import { nodeRules } from '../nodes/kinds.ts';
import type { Call, Wait } from '../nodes/node.ts';
import { ownActionOf } from './own-action.ts';
import { mostNodes, takesPin } from './pinned.ts';
import { scopeOf } from './scope.ts';
import type { Segment } from './segment.ts';
import { settingsOf } from './settings.ts';
import { defect, isSentence } from './settle.ts';

/** What can run once people agree, the nearest first, up to whatever asks people again. */
const behind = (view: GraphView, askingId: string): GraphNode[] => {
  const first = view.next(askingId, 'approved');
  const found = new Set(first ? [first] : []);
  for (const node of found) {
    if (askingKinds.has(node.type)) continue;
    for (const next of view.successors(node.id)) found.add(next);
  }
  return [...found].filter(({ id }) => id !== askingId);
};

/** What reads the clock or chance has another value once people have decided. */
const changing = /\$(now|millis|random|shuffle)\b/;

/** Expressions that have no value yet, as texts that no part of an address changes. */
const standIn = (at: number): string => `zz-unknown-${at}-zz`;

/** Settings in which expressions that have no value yet are replaced, and those expressions. */
const sketched = (settings: unknown, isKnown: (text: string) => boolean) => {
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

/** Whether the expression of a node can be evaluated where another one asks. */
const knownAt = ({ record, around, way }: Segment, asking: GraphNode, node: GraphNode) => {
  const { view, structure } = way.program;
  const idOf = new Map(view.nodes.map(({ id, name }) => [name, id]));
  const ended = (name: string) => {
    const id = idOf.get(name);
    return id !== undefined && [record, ...around].some(({ results }) => results.has(id));
  };
  const opened = structure.around(node.id).join();
  const isSameTurn = opened === structure.around(asking.id).join();
  return (text: string): boolean => {
    if (changing.test(text)) return false;
    const { nodes, loop } = readsIn(text);
    if (readsAny(loop) && !isSameTurn) return false;
    return nodes !== 'all' && [...nodes].every((name) => name !== asking.name && ended(name));
  };
};

/** The settings of a node where another one asks; undefined where they cannot be evaluated. */
const settingsNow = async (
  segment: Segment,
  sketch: unknown,
): Promise<Record<string, unknown> | undefined> => {
  try {
    return Object(await evaluate(sketch, await scopeOf(segment)(sketch)));
  } catch (error) {
    if (isSentence(error)) return undefined;
    throw error;
  }
};

/** What is sent with a call, where it sends anything. */
const sentWith = z.object({
  body: z.string().optional(),
  parameters: z.unknown().optional(),
  args: z.unknown().optional(),
});

/** Characters of it that are shown. */
const longestSent = 300;

const sentIn = (input: unknown): string => {
  const { body, parameters, args } = sentWith.safeParse(input).data ?? {};
  const data = parameters ?? args;
  const text = body ?? (data === undefined ? '' : JSON.stringify(data));
  return text === '' ? '' : ` with ${text.slice(0, longestSent)}`;
};

const pretendedBy = (segment: Segment, call: Call): string | undefined => {
  try {
    const begun = nodeRules[call.node.type].begin(call);
    if (!('pretend' in begun) || begun.pretend?.would === undefined) return undefined;
    const { would } = begun.pretend;
    return would + sentIn(begun.input);
  } catch (error) {
    defect(segment, error);
    return undefined;
  }
};

/** What a node would do, as far as that is known; what is not stays the expression it is. */
const wouldOf = async (
  segment: Segment,
  asking: GraphNode,
  node: GraphNode,
): Promise<string | undefined> => {
  const { sketch, texts } = sketched(settingsOf(node), knownAt(segment, asking, node));
  const settings = await settingsNow(segment, sketch);
  if (!settings) return undefined;
  const ownAction = await ownActionOf(segment, node);
  const call = { node, settings, now: segment.deps.clock() };
  const would = pretendedBy(segment, { ...call, ...(ownAction && { ownAction }) });
  return would?.replace(/zz-unknown-(\d+)-zz/g, (_, at: string) => texts[Number(at)] ?? '');
};

/** What follows once people agree, with what it would do. */
const foreseenFrom = async (segment: Segment, asking: GraphNode): Promise<NextNode[]> => {
  const { options } = segment.run;
  const nodes = behind(segment.way.program.view, asking.id).filter(
    (node) => consequentialKinds.has(node.type) && !isPassedBy(node) && !takesPin(options, node),
  );
  const foreseen: NextNode[] = [];
  for (const node of nodes.slice(0, mostNodes)) {
    const would = await wouldOf(segment, asking, node);
    foreseen.push({ name: node.name, ...(would && { would }) });
  }
  return foreseen;
};

/** What people are asked, with what follows once they agree. */
export const withForeseen = async (
  segment: Segment,
  node: GraphNode,
  asked: Wait,
): Promise<Wait> => {
  if (asked.kind !== 'approval') return asked;
  const next_nodes = await foreseenFrom(segment, node);
  return { ...asked, input: { ...Object(asked.input), next_nodes } };
};
