import { useState } from 'react';
import { flash } from '#web/app/flash.tsx';
import { lostAdvice, lostTitle } from '#web/components/part.tsx';
import type { Editor } from './use-editor.ts';

/** Moves every node to its place in the layout, as one act; its code is fetched at its first use. */
export const useTidy = ({ graph, dispatch }: Editor) => {
  const [isBusy, setBusy] = useState(false);
  const tidy = async () => {
    setBusy(true);
    try {
      const layout = await import('../graph/layout.ts').catch(() => undefined);
      if (layout) {
        const to = Object.fromEntries(await layout.tidyBeside(graph));
        dispatch({ do: 'edit', edit: { do: 'move', to } });
      } else flash.error(lostTitle, { id: 'tidy', content: lostAdvice });
    } finally {
      setBusy(false);
    }
  };
  return { tidy: () => void tidy(), isBusy };
};

export type Tidying = ReturnType<typeof useTidy>;
