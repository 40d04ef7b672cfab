import type { Marks } from '#web/components/graph/flow.ts';
import type { RunViewState } from './run-view-state.ts';
import { decisionsOf, skippedEffectsOf, statesOf, takenEdges } from './progress.ts';
import { remarksOf } from './remarks.ts';

/** What the cards and arrows of a graph show about a run. */
export const marksOf = (
  view: Pick<RunViewState, 'run' | 'graph' | 'results' | 'choices'>,
): Pick<Marks, 'states' | 'decided' | 'would' | 'taken' | 'remarks'> => ({
  states: statesOf(view.results),
  decided: decisionsOf(view.results),
  would: skippedEffectsOf(view.results),
  taken: takenEdges(view.graph, view.results),
  remarks: remarksOf(view),
});
