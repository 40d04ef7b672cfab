import type { OpenAwsReader } from '#lib/domain/integrations/aws/service-read.schema.ts';

/** Planning a scan reads nothing: what does is loaded by the first table. */
export const readAws: OpenAwsReader = async (session) =>
  (await import('./loaded/service-reads.ts')).serviceReads(session);
