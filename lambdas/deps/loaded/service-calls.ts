import { openServiceCalls } from '#lib/aws/service-calls.ts';

/** The clients of the services come from the runtime of Lambda: bundles hold none of them. */
export const serviceCalls = openServiceCalls();
