import { openServiceCalls } from '#lib/aws/service-calls.ts';

/** Lambda's runtime provides the service clients: bundles contain none. */
export const serviceCalls = openServiceCalls();
