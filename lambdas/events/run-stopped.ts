import { takeStopped } from '#lib/aws/stopped-runs.ts';
import { closeStopped } from '#lib/domain/executions/stopped.service.ts';
import { deps } from '../deps.ts';

const close = closeStopped(deps);

export const handler = takeStopped((stopped) =>
  deps.forTenant(stopped.tenant_id, () => close(stopped)),
);
