import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';

/** The columns that identify the sample subscription and its directory. */
export const subscription = { subscription_id: '33333333-3333-4333-8333-333333333333' };
export const directory = { tenant_id: '44444444-4444-4444-8444-444444444444' };

export const subscriptionPath = `/subscriptions/${subscription.subscription_id}`;

/** An Azure resource in the only resource group of the sample. */
export const azureResource = (type: string, name: string, columns: Row = {}) => ({
  ...subscription,
  id: `${subscriptionPath}/resourceGroups/sample/providers/${type}/${name}`,
  name,
  title: name,
  type,
  region: 'westeurope',
  resource_group: 'sample',
  ...columns,
});
