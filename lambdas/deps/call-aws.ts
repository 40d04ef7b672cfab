import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';

/** Most runs call no service of AWS: what does is loaded by the first that does. */
export const callAws: CallAws = async (request) =>
  (await import('./loaded/service-calls.ts')).serviceCalls(request);
