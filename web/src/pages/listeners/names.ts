import type { AuthConfigs, ListenerView } from '#lib/domain/listeners/listener.schema.ts';

export const sourceNames: Record<ListenerView['webhook_source_integration_type'], string> = {
  generic: 'Generic',
  conformity: 'Conformity',
  security_hub: 'Security Hub',
};

export const authNames: Record<AuthConfigs['auth_type'], string> = {
  signature: 'Signature',
  secret_in_header: 'Secret in header',
  secret_in_query: 'Secret in query',
};
