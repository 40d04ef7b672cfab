import { evaluateScan } from '#lib/domain/compliance/evaluations/evaluate.service.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';
import { sql } from '../deps/sql.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(evaluateScan({ db, files, clock, log, sql, rules }));
