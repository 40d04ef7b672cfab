import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { nodeCacheStore } from '#lib/domain/executions/runs/node-cache.store.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import type { Call } from '../nodes/node.ts';
import { policyOf } from './policy.ts';
import type { Segment } from './segment.ts';
import { copyOutput } from './taken-files.ts';

/**
 * The cache of a node's results, which runs share for some minutes. The key is the node's kind, its
 * settings and the time at which its own action was last updated.
 */
export const cacheOf = (
  { deps, run, record, lane }: Segment,
  { node, settings, ownAction }: Call,
) => {
  const minutes = policyOf(node).cache_minutes;
  const { dry_run, caching_settings } = run.options;
  const isUsed = minutes > 0 && !dry_run && caching_settings !== false;
  const store = nodeCacheStore(deps.db, run.tenant_id, run.bot_id);
  const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane };
  const hashSettings = () =>
    sha256(canonicalJson([node.type, settings, ownAction?.updated_at ?? null]));

  return {
    async take(): Promise<Partial<NodeResult> | undefined> {
      if (!isUsed) return undefined;
      const cachedResult = await store.get(node.id, hashSettings(), deps.clock());
      if (!cachedResult) return undefined;
      const { output_ref: ref } = cachedResult;
      const to = { key, nodeId: node.id };
      const output_ref = ref === undefined ? undefined : await copyOutput(deps.files, ref, to);
      // The run that stored the result was deleted, and its files with it.
      if (ref !== undefined && output_ref === undefined) return undefined;
      return {
        ...cachedResult,
        ...(output_ref && { output_ref }),
        status: 'SUCCEEDED',
        cached: true,
      };
    },

    /** Stores the node's result if it succeeded. */
    async keep(): Promise<void> {
      const result = record.results.get(node.id);
      if (!isUsed || result?.status !== 'SUCCEEDED') return;
      const { output, output_ref, output_bytes, handle } = result;
      const cachedResult = { output, output_ref, output_bytes, handle };
      await store.put(node.id, hashSettings(), cachedResult, deps.clock() + minutes * 60_000);
    },
  };
};
