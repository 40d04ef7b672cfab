import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { withSampleAccounts } from '#lib/engine/actions/sample-aws.ts';
import { db } from './database.ts';
import { clock } from './process.ts';

/** Loaded on first use: most runs call no AWS service. */
const callInAws: CallAws = async (request) =>
  (await import('./loaded/service-calls.ts')).serviceCalls(request);

export const callAws = withSampleAccounts({ db, clock }, callInAws);
