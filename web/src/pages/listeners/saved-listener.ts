import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';

/** A listener, with its secret if it was just created. */
export type SavedListener = ListenerView & { secret?: string };
