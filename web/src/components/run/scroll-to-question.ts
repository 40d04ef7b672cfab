import { createPersonalStore } from '#web/app/store.ts';

/** The id of the approval or form to scroll to, which may not be rendered yet. */
export const scrollTarget = createPersonalStore<string | undefined>(undefined);

/** Scrolls to the approval or form with this id, as soon as it is shown. */
export const scrollToQuestion = (id: string | undefined): void => scrollTarget.set(id);
