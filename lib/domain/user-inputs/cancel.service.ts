import type { UserInputStore } from './user-input.store.ts';

/** Withdraws a pending form because its run has ended. One that was resolved stays as it is. */
export const cancelUserInput = async (store: UserInputStore, id: string): Promise<void> => {
  await store.expire(id, { withdrawn: true });
};
