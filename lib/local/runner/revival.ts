import type { Run } from './run.ts';
import type { RunStore } from './store.ts';

/** Restores the iterations of a run's current Map from the store, including nested ones. */
export function reviveIterations(run: Run, store: RunStore): void {
  if (run.position.phase.kind !== 'mapping') return;
  const { position: rootPosition } = run.root;
  const iterations = { open: new Map<number, Run>(), begun: 0, ended: 0 };
  run.iterations = iterations;
  for (const stored of store.iterations(run)) {
    iterations.begun += 1;
    if ('position' in stored) {
      const iteration = run.iterate(iterations, stored.index, stored.position);
      iterations.open.set(stored.index, iteration);
      rootPosition.events = Math.max(rootPosition.events, stored.position.events);
      store.know(iteration);
      reviveIterations(iteration, store);
    } else {
      iterations.ended += 1;
      rootPosition.events = Math.max(rootPosition.events, stored.events);
      if ('failed' in stored.end) run.iterations.failure ??= stored.end.failed;
    }
  }
}
