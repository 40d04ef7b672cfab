import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { eventually } from '#test/support/eventually.ts';
import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  make: async ({ api: { inventory } }) => {
    await inventory.addSampleEstate({});
    const integration_id = sampleId('aws-production');
    const { _id: scan_id } = await inventory.startInventoryExecution({ integration_id });
    await eventually(
      () => inventory.getInventoryExecution({ execution_id: scan_id }),
      ({ state }) => state === 'SUCCEEDED',
    );
    return { scan_id };
  },
  routes: [
    ['inventory/schedule', 'Inventory schedule', 'Sample GCP project'],
    ['inventory/executions', 'Inventory executions', 'Sample AWS production'],
    ['inventory/executions/{scan_id}', 'Scan of Sample AWS production', 'Event log'],
  ],
};
