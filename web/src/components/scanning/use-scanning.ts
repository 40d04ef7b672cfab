import { useQueryClient } from '@tanstack/react-query';
import { integrations } from '#web/api/integrations.ts';
import { inventory } from '#web/api/inventory.ts';
import { refreshQueries } from '#web/api/refetch.ts';
import { useAction } from '#web/api/use-call.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { failureText } from '#web/components/failure-text.ts';

const failureReporter = (header: string) => (_: unknown, error: ApiError | null) => {
  if (error) flash.error(header, { content: failureText(error) });
};

/**
 * Starts scans of integrations and adds the sample accounts; each with the reason if the user may
 * not. A page that shows integrations fetches them again in `onAdded`.
 */
export const useScanning = (onAdded?: () => void) => {
  const queries = useQueryClient();
  const scan = useAction(
    inventory.startInventoryExecution,
    failureReporter('The scan did not start'),
  );
  const samples = useAction(
    inventory.addSampleEstate,
    failureReporter('The sample accounts were not added'),
  );
  const scanRefusal = useRefusal(inventory.startInventoryExecution);
  const sampleRefusal = useRefusal(inventory.addSampleEstate);
  const scanAll = async (ids: readonly string[]) => {
    let startedCount = 0;
    for (const integration_id of ids) {
      // Each failure is reported; the others are scanned nevertheless.
      if (await scan.mutateAsync({ integration_id }).catch(() => undefined)) startedCount += 1;
    }
    if (startedCount === 0) return;
    flash.success('Scans have started', { content: 'Their results are shown once they end.' });
  };
  return {
    isBusy: scan.isPending || samples.isPending,
    scanRefusal,
    sampleRefusal,
    scan: (ids: readonly string[]) => void scanAll(ids),
    addSamples: () =>
      void samples
        .mutateAsync({})
        .then(({ integration_ids }) => {
          refreshQueries(queries, { queryKey: [integrations.countIntegrations.routeKey] });
          onAdded?.();
          flash.success('The sample accounts were added');
          return scanAll(integration_ids);
        })
        .catch(() => undefined),
  };
};

export type Scanning = ReturnType<typeof useScanning>;
