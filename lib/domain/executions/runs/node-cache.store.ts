import * as z from 'zod';
import { type Database, getItem, putItem } from '#lib/kernel/database.ts';
import { fromJsonText, toJsonText } from '../execution.store.ts';
import { nodeCacheTable } from '../execution.table.ts';

/** The part of a node's result that other runs may reuse. */
const cachedResult = z.object({
  output: z.unknown().optional(),
  output_ref: z.string().optional(),
  output_bytes: z.number().optional(),
  handle: z.string().optional(),
});
export type CachedResult = z.infer<typeof cachedResult>;

/** Results that the runs of one bot share, by node and a hash of the node's input. */
export const nodeCacheStore = (db: Database, tenantId: string, botId: string) => {
  const keyOf = (nodeId: string, inputHash: string) => ({
    bot_key: `${tenantId}#${botId}`,
    call: `${nodeId}#${inputHash}`,
  });
  return {
    /** Returns undefined once the entry has expired, even if the item is not removed yet. */
    async get(nodeId: string, inputHash: string, now: number): Promise<CachedResult | undefined> {
      const item = await getItem(db, nodeCacheTable, keyOf(nodeId, inputHash));
      if (!item || Number(item.expires_at) * 1000 <= now) return undefined;
      return cachedResult.parse({ ...item, output: fromJsonText(item.output) });
    },

    put: (
      nodeId: string,
      inputHash: string,
      { output, ...fields }: CachedResult,
      expiresAt: number,
    ) =>
      putItem(db, nodeCacheTable, {
        ...keyOf(nodeId, inputHash),
        ...fields,
        output: toJsonText(output),
        expires_at: Math.floor(expiresAt / 1000),
      }),
  };
};
