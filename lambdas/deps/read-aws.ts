import type { OpenAwsReader } from '#lib/domain/integrations/aws/service-read.schema.ts';

/** Loaded with the first table: planning a scan reads nothing. */
export const readAws: OpenAwsReader = async (session) =>
  (await import('./loaded/service-reads.ts')).serviceReads(session);
