import type { Marks } from '#web/components/graph/flow.ts';
import type { RunLook } from './look.ts';
import { decidedIn, statesOf, takenEdges, wouldIn } from './progress.ts';
import { remarksOf } from './remarks.ts';

/** What the cards and arrows of a graph show about a run. */
export const marksOf = (
  look: Pick<RunLook, 'run' | 'graph' | 'results' | 'choices'>,
): Pick<Marks, 'states' | 'decided' | 'would' | 'taken' | 'remarks'> => ({
  states: statesOf(look.results),
  decided: decidedIn(look.results),
  would: wouldIn(look.results),
  taken: takenEdges(look.graph, look.results),
  remarks: remarksOf(look),
});
