type Waiting = { tenantId: string; start: () => void };

/**
 * Limits how much work runs at once, in total and for each tenant, so that one tenant's endless
 * loops do not block all others. First come, first served, among tenants with free slots.
 */
export const openSlots = ({ max, maxPerTenant }: { max: number; maxPerTenant: number }) => {
  const busy = new Map<string, number>();
  const queue: Waiting[] = [];
  let total = 0;

  const busyOf = (tenantId: string): number => busy.get(tenantId) ?? 0;

  const add = (tenantId: string, change: 1 | -1): void => {
    total += change;
    const now = busyOf(tenantId) + change;
    if (now === 0) busy.delete(tenantId);
    else busy.set(tenantId, now);
  };

  const startNext = (): void => {
    if (total >= max) return;
    const index = queue.findIndex(({ tenantId }) => busyOf(tenantId) < maxPerTenant);
    const [next] = index < 0 ? [] : queue.splice(index, 1);
    if (!next) return;
    add(next.tenantId, 1);
    next.start();
  };

  /** Does the work once a slot is free. */
  return async <T>(tenantId: string, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((start) => {
      queue.push({ tenantId, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      add(tenantId, -1);
      startNext();
    }
  };
};
