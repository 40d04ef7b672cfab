import type { Graph } from './bot.schema.ts';
import { reachOf } from './reach-by-kind.rules.ts';
import { isSkipped } from './node-facts.schema.ts';
import type { ModelQuestion } from './node-reach.rules.ts';

/** The questions that the nodes of a graph ask models, one per node. */
export const modelQuestions = ({ nodes }: Graph): ModelQuestion[] =>
  nodes
    .filter((node) => !isSkipped(node))
    .flatMap((node) => reachOf(node.type)?.questions(node) ?? []);
