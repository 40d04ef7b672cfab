import type { StsCalls } from '#lib/domain/integrations/aws/role.schema.ts';
import type { AwsSetupDeps } from '#lib/domain/integrations/aws/setup.service.ts';
import { proveRole } from '#lib/engine/integrations/prove-role.ts';

/** STS knows no data of a region, so that any one serves where the operator named none. */
const usualRegion = 'us-east-1';

/** AWS by the operator's own credentials; a start does not pay for the client. */
export const openAws = (region = usualRegion): AwsSetupDeps['aws'] => {
  let loaded: Promise<StsCalls> | undefined;
  const sts = () => {
    loaded ??= import('#lib/aws/sts-calls.ts').then(({ stsCalls }) => stsCalls({ region }));
    return loaded;
  };
  return {
    rolePrefix: 'cloudwarden-integration-',
    whoAssumes: async () => {
      const who = await (await sts()).whoIs();
      return who.kind === 'answered' ? { ...who, value: who.value.arn } : who;
    },
    proveRole: async (role) => proveRole(await sts())(role),
  };
};
