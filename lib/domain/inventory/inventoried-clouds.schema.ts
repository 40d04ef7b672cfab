import * as z from 'zod';

/** The types of integrations whose resources the inventory can collect. */
export const inventoryTypes = ['aws', 'azure', 'gcp', 'kubernetes'] as const;
export type InventoryType = (typeof inventoryTypes)[number];

export const inventoryType = z.enum(
  inventoryTypes,
  'The inventory supports AWS, Azure, GCP and Kubernetes.',
);
