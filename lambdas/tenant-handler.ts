import * as z from 'zod';
import { forTenant } from './deps/database.ts';

const tenantEvent = z.object({ tenant_id: z.string() });

/** A function whose event names its organisation; it can access only that one's data. */
export const tenantHandler =
  <T>(handle: (event: unknown) => Promise<T>) =>
  (event: unknown): Promise<T> =>
    forTenant(tenantEvent.parse(event).tenant_id, () => handle(event));
