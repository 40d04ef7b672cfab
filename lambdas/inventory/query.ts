import { isRunOver } from '#lib/domain/executions/runs/is-over.service.ts';
import { tenantQuery } from '#lib/domain/inventory/queries/tenant-query.schema.ts';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import { collectorFor } from '../deps/collectors.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock } from '../deps/process.ts';
import { sql } from '../deps/sql.ts';
import { tenantHandler } from '../tenant-handler.ts';

const live = { clock, collectorFor };
const query = queryInventory({ db, files, sql, live, isOver: isRunOver(db) });

export const handler = tenantHandler((event) => query(tenantQuery.parse(event)));
