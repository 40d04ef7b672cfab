import { inventoryRoutes } from '#lib/domain/inventory/inventory.routes.ts';
import { client } from './client.ts';

export const inventory = client(inventoryRoutes);
