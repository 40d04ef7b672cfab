import { createPersonalStore } from '#web/app/store.ts';
import type { EditorState } from '../document/editor-state.ts';
import type { OpenTab } from '../inspector/use-inspector-tabs.ts';

/** The part of an editor's state that is kept when its address changes. */
export type Handover = {
  state: EditorState;
  openTab: OpenTab | undefined;
  /** The key of its conversation with the AI builder. */
  builder: string;
};

const handoverStore = createPersonalStore<(Handover & { botId: string }) | undefined>(undefined);

/** Keeps the editor's state of a bot that was just created, for the page with its own address. */
export const handOverEditor = (botId: string, handover: Handover): void => {
  handoverStore.set({ botId, ...handover });
};

/**
 * The state that was handed over for the bot; read again if a page is rendered anew before it is
 * shown.
 */
export const readHandover = (botId: string | undefined): Handover | undefined => {
  const found = handoverStore.get();
  return found?.botId === botId ? found : undefined;
};

/** Deletes the state after it was taken over. */
export const endHandover = (): void => {
  handoverStore.set(undefined);
};
