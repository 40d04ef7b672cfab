import { useEffect } from 'react';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { createStore, useStore } from '#web/app/store.ts';

/** The engine's own verdicts on graphs and on expressions. */
export type Judge = {
  check: (graph: Graph) => Problem[];
  /** What is wrong with the expressions in a text; undefined where they can run. */
  problemOf: (text: string) => string | undefined;
};

const judge = createStore<Judge | undefined>(undefined);

const load = async (): Promise<void> => {
  const [{ check }, { problemOf }] = await Promise.all([
    import('#lib/engine/check.ts'),
    import('#lib/engine/expression.ts'),
  ]);
  judge.set({ check, problemOf });
};

/** Comes a moment after the editor is shown: to read expressions takes as much code as to draw. */
export const useJudge = (): Judge | undefined => {
  useEffect(() => {
    if (!judge.get()) void load();
  }, []);
  return useStore(judge);
};
