import { openServiceReads } from '#lib/aws/service-reads.ts';
import { limits } from '#lib/kernel/limits.ts';

/** The clients of the services come from the runtime of Lambda: bundles hold none of them. */
export const serviceReads = openServiceReads({ processes: limits.tablesAtOnce });
