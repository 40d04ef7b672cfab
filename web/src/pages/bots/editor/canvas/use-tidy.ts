import { useState } from 'react';
import { useReactFlow, useStoreApi } from '@xyflow/react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { flash } from '#web/app/flash.tsx';
import { loadFailedAdvice, loadFailedTitle } from '#web/components/lazy-part.tsx';
import { animationDuration } from '#web/components/graph/use-steady-view.ts';
import { viewWithNodes } from '#web/components/graph/use-opening-view.ts';
import { applyEdit, type Edit } from '../document/edit.ts';
import type { Editor } from '../use-editor.ts';

/** Moves the view to the graph's beginning if nothing of the graph is visible any more. */
const useKeepGraphVisible = () => {
  const { getViewport, setViewport } = useReactFlow();
  const flow = useStoreApi();
  return (graph: Graph) => {
    const view = viewWithNodes(graph, getViewport(), flow.getState());
    if (view) void setViewport(view, { duration: animationDuration() });
  };
};

/**
 * Moves every node to its position in the layout, as a single edit; the layout's code is loaded on
 * demand.
 */
export const useTidy = ({ graph, dispatch }: Editor) => {
  const [isBusy, setBusy] = useState(false);
  const keepGraphVisible = useKeepGraphVisible();
  const tidy = async () => {
    setBusy(true);
    try {
      const layout = await import('#web/components/graph/layout.ts').catch(() => undefined);
      if (layout) {
        const to = Object.fromEntries(await layout.tidyInWorker(graph));
        const edit: Edit = { do: 'move', to };
        dispatch({ do: 'edit', edit });
        keepGraphVisible(applyEdit(graph, edit));
      } else flash.error(loadFailedTitle, { id: 'tidy', content: loadFailedAdvice });
    } finally {
      setBusy(false);
    }
  };
  return { tidy: () => void tidy(), isBusy };
};

export type Tidying = ReturnType<typeof useTidy>;
