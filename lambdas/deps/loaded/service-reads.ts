import { openServiceReads } from '#lib/aws/service-reads.ts';
import { limits } from '#lib/kernel/limits.ts';

/** Lambda's runtime provides the service clients: bundles contain none. */
export const serviceReads = openServiceReads({ processes: limits.tablesAtOnce });
