import { createPersonalStore } from '#web/app/store.ts';

/** The approval or form to which somebody wants to be led, which may be on its way still. */
export const wanted = createPersonalStore<string | undefined>(undefined);

/** Leads to what is asked, by its id, as soon as it is shown. */
export const leadTo = (id: string | undefined): void => wanted.set(id);
