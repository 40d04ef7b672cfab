import * as z from 'zod';
import { inventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { sql } from '../deps/sql.ts';
import { tenantHandler } from '../tenant-handler.ts';

const asked = inventoryQuery.extend({ tenant_id: z.string() });
const query = queryInventory({ db, files, sql });

export const handler = tenantHandler((event) => query(asked.parse(event)));
