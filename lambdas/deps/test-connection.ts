import type { ConnectionTestDeps } from '#lib/domain/integrations/connection-test.service.ts';

/** Apart from the rest of the engine: it speaks to mail servers and databases as well. */
export const testConnection: ConnectionTestDeps['testConnection'] = async (integration, asked) =>
  (await import('./loaded/test-connection.ts')).testConnection(integration, asked);
