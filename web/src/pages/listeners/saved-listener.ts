import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';

/** A listener, with its secret in the one moment in which that is known. */
export type SavedListener = ListenerView & { secret?: string };
