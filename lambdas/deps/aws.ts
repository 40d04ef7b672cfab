import { stsCalls } from '#lib/aws/sts-calls.ts';
import type { AwsSetupDeps } from '#lib/domain/integrations/aws/setup.service.ts';
import { proveRole } from '#lib/engine/integrations/prove-role.ts';
import { environment } from './process.ts';

/** Whoever assumes roles of customers is one of several functions, whose roles lie on one path. */
const value = environment('INTEGRATION_PRINCIPAL');

export const aws: AwsSetupDeps['aws'] = {
  rolePrefix: environment('INTEGRATION_ROLES'),
  whoAssumes: async () => ({ kind: 'answered', value }),
  proveRole: proveRole(stsCalls()),
};
