import { createPersonalStore } from '#web/app/store.ts';

/** The id of the approval or form to scroll to, which may not be rendered yet. */
export const wanted = createPersonalStore<string | undefined>(undefined);

/** Scrolls to the approval or form with this id, as soon as it is shown. */
export const leadTo = (id: string | undefined): void => wanted.set(id);
