import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { check } from '#lib/engine/check.ts';

/** The check of a graph that uses none of an organisation's own actions. */
export const checkWithoutOwnActions = (graph: Graph): Problem[] => check(graph);
