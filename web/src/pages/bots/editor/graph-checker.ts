import { useEffect } from 'react';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { flash } from '#web/app/flash.tsx';
import { createStore, useStore } from '#web/app/store.ts';
import { loadFailedTitle } from '#web/components/lazy-part.tsx';
import { type Preview, previewOf } from '../trial/preview.ts';
import type { Sample } from '../trial/sample.ts';

/** The engine's own checks of graphs and expressions. */
export type GraphChecker = {
  check: (graph: Graph, ownActions: readonly Action[]) => Problem[];
  /** What is wrong with the expressions in a text; undefined if they are valid. */
  problemOf: (text: string) => string | undefined;
  /** The result of a text with saved data. */
  previewOf: (text: string, sample: Sample) => Promise<Preview>;
};

const checkerStore = createStore<GraphChecker | undefined>(undefined);

const load = async (): Promise<void> => {
  const [{ check }, expressions, { firstTurn }] = await Promise.all([
    import('#lib/engine/check.ts'),
    import('#lib/engine/expression.ts'),
    import('#lib/engine/first-turn.ts'),
  ]);
  checkerStore.set({
    check,
    problemOf: expressions.problemOf,
    previewOf: (text, sample) => previewOf({ ...expressions, firstTurn }, text, sample),
  });
};

/**
 * If the code cannot be fetched, the issues of the last save stay, and the server checks the next
 * one.
 */
const loadCheckerOrWarn = (): void => {
  load().catch(() =>
    flash.warning('Issues are not checked while you draw.', {
      id: 'judge',
      content: `${loadFailedTitle}. Saving still checks the graph. Reload once you are online.`,
    }),
  );
};

/**
 * Loaded shortly after the editor is shown: the code for expressions is as large as the editor's.
 */
export const useGraphChecker = (): GraphChecker | undefined => {
  useEffect(() => {
    if (!checkerStore.get()) loadCheckerOrWarn();
  }, []);
  return useStore(checkerStore);
};
