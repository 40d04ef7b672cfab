import type { ConnectionTestDeps } from '#lib/domain/integrations/connection-test.service.ts';

/** Separate from the rest of the engine: it also includes clients of mail servers and databases. */
export const testConnection: ConnectionTestDeps['testConnection'] = async (integration, options) =>
  (await import('./loaded/test-connection.ts')).testConnection(integration, options);
