import { createPersonalStore } from '#web/app/store.ts';
import type { EditorState } from '../document/editor-state.ts';
import type { OpenSide } from '../inspector/use-sides.ts';

/** What of an editor goes on under another address. */
export type Handover = {
  state: EditorState;
  opened: OpenSide | undefined;
  /** The key of its conversation with the AI builder. */
  builder: string;
};

const handed = createPersonalStore<(Handover & { botId: string }) | undefined>(undefined);

/** Keeps the editor of a bot that was just created, for the page under its own address. */
export const handOverEditor = (botId: string, handover: Handover): void => {
  handed.set({ botId, ...handover });
};

/** What was handed over for the bot; read again where a page is drawn anew before it is shown. */
export const handedOver = (botId: string | undefined): Handover | undefined => {
  const found = handed.get();
  return found?.botId === botId ? found : undefined;
};

/** It was taken over. */
export const endHandover = (): void => {
  handed.set(undefined);
};
