import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { useNow } from '#web/components/use-now.ts';

/** Until when the previous secret is accepted; undefined once it is not. */
export const usePreviousSecretUntil = ({
  previous_secret_until: until,
}: Pick<ListenerView, 'previous_secret_until'>): string | undefined => {
  const now = useNow(30_000);
  return until !== undefined && until > now ? new Date(until).toISOString() : undefined;
};
