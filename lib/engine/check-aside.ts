// When a server that many people share checks a graph on a thread of its own.
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { tableColumns } from '#lib/domain/inventory/table-columns.ts';
import { check } from './check.ts';
import { partsOf } from './expression/template.ts';

/** A node or an expression takes `check` about as long as so many characters of expressions. */
const weights = { node: 150, expression: 150 } as const;

/** About 40 ms of processor time. */
const mostAtOnce = 100_000;

/** Whether checking this graph, given within JSON too, would hold up others for too long. */
export const isMuchToCheck = ({ nodes }: Graph, text: string): boolean => {
  const parts = partsOf(text);
  // Expressions of a text that does not close each of them cannot be told apart.
  if (!parts) return true;
  const codes = parts.flatMap((part) => ('code' in part ? [part.code] : []));
  const characters = codes.reduce((sum, { length }) => sum + length, 0);
  const weight = characters + nodes.length * weights.node + codes.length * weights.expression;
  return weight > mostAtOnce;
};

/** `check` of a graph and of what it runs of the organisation's own actions, as JSON. */
export const checkText = (text: string): Problem[] => {
  const { graph, own }: { graph: Graph; own: Action[] } = JSON.parse(text);
  return check(graph, own, tableColumns);
};
