import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import { type Graph, type Problem, tooManyText } from '#lib/domain/bots/bot.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { approvalProblems } from './check/actions.ts';
import { answerProblems } from './check/answers.ts';
import { arrowProblems } from './check/arrows.ts';
import { columnProblems, type ColumnsOf } from './check/columns.ts';
import { readProblems } from './check/reads.ts';
import { settingsProblems } from './check/settings.ts';
import { shapeProblems } from './check/shape.ts';
import { countExpressions, textReader } from './check/texts.ts';
import { viewOf } from './graph.ts';
import { structureOf } from './structure.ts';

type KnownActions = Pick<Parameters<typeof settingsProblems>[1], 'findAction' | 'isOwnLater'>;

const problemsOf = (graph: Graph, knownActions: KnownActions, columnsOf: ColumnsOf): Problem[] => {
  const view = viewOf(graph);
  const { expressionsPerBot } = limits;
  if (countExpressions(view.nodes) > expressionsPerBot) {
    return [{ message: tooManyText(expressionsPerBot, 'expressions') }];
  }
  const readText = textReader();
  const structure = structureOf(view);
  const context = { view, structure, readText, ...knownActions };
  return [
    ...shapeProblems(graph, view),
    ...arrowProblems(view),
    ...structure.problems,
    ...view.nodes.flatMap((node) => settingsProblems(node, context)),
    ...readProblems(view, structure, readText),
    ...columnProblems(view, readText, columnsOf),
    ...answerProblems(view, readText),
    ...approvalProblems(context),
  ];
};

/**
 * Everything that prevents a graph from running: each problem with its node and a sentence for
 * people. A graph without problems ends, whatever its nodes return. `ownActions` are the
 * organisation's own actions that it runs; `columnsOf` returns the columns of inventory tables,
 * where they are known.
 */
export const check = (
  graph: Graph,
  ownActions: readonly Action[] = [],
  columnsOf: ColumnsOf = () => undefined,
): Problem[] => {
  const findAction = (id: string) =>
    findReadyMadeAction(id) ?? ownActions.find(({ _id }) => _id === id);
  return problemsOf(graph, { findAction }, columnsOf);
};

/** The same check when a run begins; its nodes check own actions themselves when they begin. */
export const checkAtRunStart = (graph: Graph): Problem[] =>
  problemsOf(graph, { findAction: findReadyMadeAction, isOwnLater: true }, () => undefined);
