import { modelPermissions } from '#lib/domain/integrations/aws/model-policy.rules.ts';
import type { EffectCall, Failed } from './node.ts';
import { unpublishedCallFailure } from './unpublished.ts';

/** Why a model in an AWS account is not called: the call was not among the rights at publishing. */
export const unpublishedModelFailure = async (
  call: EffectCall,
  integration_id: string,
): Promise<Failed | undefined> => {
  if (!call.rights) return undefined;
  const found = await call.deps.integration(call.tenant_id, integration_id);
  if (found?.type.name !== 'bedrock') return undefined;
  const { region = '' } = found.values;
  const pendingCall = { integration_id, permissions: modelPermissions, region, isDefault: true };
  return unpublishedCallFailure(call, pendingCall);
};
