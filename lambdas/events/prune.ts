import { removeOldRuns } from '#lib/domain/retention/retention.service.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';

const remove = removeOldRuns({ db, files, clock, log });

export const handler = async (): Promise<void> => remove();
