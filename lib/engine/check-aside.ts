// Decides when a server with many users checks a graph on a thread of its own.
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { tableColumns } from '#lib/domain/inventory/table-columns.ts';
import { check } from './check.ts';
import { partsOf } from './expression/template.ts';

/** The time to check a node or an expression, in characters of expressions. */
const weights = { node: 150, expression: 150 } as const;

/** About 40 ms of processor time. */
const maxInlineWeight = 100_000;

/** Whether checking this graph would block others for too long; `text` is JSON that contains it. */
export const isCostlyToCheck = ({ nodes }: Graph, text: string): boolean => {
  const parts = partsOf(text);
  // If an expression is not closed, the expressions in the text cannot be told apart.
  if (!parts) return true;
  const codes = parts.flatMap((part) => ('code' in part ? [part.code] : []));
  const characters = codes.reduce((sum, { length }) => sum + length, 0);
  const weight = characters + nodes.length * weights.node + codes.length * weights.expression;
  return weight > maxInlineWeight;
};

/** Runs `check` for a graph and the own actions that it runs, given as JSON. */
export const checkText = (text: string): Problem[] => {
  const { graph, own }: { graph: Graph; own: Action[] } = JSON.parse(text);
  return check(graph, own, tableColumns);
};
