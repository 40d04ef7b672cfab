import type { Marks } from '#web/components/graph/flow.ts';
import type { RunViewState } from './run-view-state.ts';
import { decisionsOf, skippedEffectsOf, statesOf, takenEdges } from './progress.ts';
import { remarksOf } from './remarks.ts';

/** What the cards and arrows of a graph show about a run. */
export const marksOf = (
  look: Pick<RunViewState, 'run' | 'graph' | 'results' | 'choices'>,
): Pick<Marks, 'states' | 'decided' | 'would' | 'taken' | 'remarks'> => ({
  states: statesOf(look.results),
  decided: decisionsOf(look.results),
  would: skippedEffectsOf(look.results),
  taken: takenEdges(look.graph, look.results),
  remarks: remarksOf(look),
});
