import type { StsCalls } from '#lib/domain/integrations/aws/role.schema.ts';
import type { OpenAwsReader } from '#lib/domain/integrations/aws/service-read.schema.ts';
import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { AwsSetupDeps } from '#lib/domain/integrations/aws/setup.service.ts';
import { proveRole } from '#lib/engine/integrations/prove-role.ts';

/** STS has no regional data, so any region works if the operator named none. */
const defaultRegion = 'us-east-1';

/** Access to AWS with the operator's own credentials. */
export type Aws = AwsSetupDeps['aws'] & { call: CallAws; openReader: OpenAwsReader };

/** An emulator of AWS (`AWS_ENDPOINT_URL`) has no host names for buckets. */
const clientSettings = { ...(process.env.AWS_ENDPOINT_URL && { forcePathStyle: true }) };

/** Opens AWS with the operator's own credentials; clients are loaded on first use. */
export const openAws = (region = defaultRegion, templateUrl?: string): Aws => {
  let loaded: Promise<StsCalls> | undefined;
  const sts = () => {
    loaded ??= import('#lib/aws/sts-calls.ts').then(({ stsCalls }) => stsCalls({ region }));
    return loaded;
  };
  let calls: Promise<CallAws> | undefined;
  const call: CallAws = async (request) => {
    calls ??= import('#lib/aws/service-calls.ts').then(({ openServiceCalls }) =>
      openServiceCalls({ stsConfig: { region }, services: clientSettings }),
    );
    return (await calls)(request);
  };
  let loadingReader: Promise<OpenAwsReader> | undefined;
  const openReader: OpenAwsReader = async (session) => {
    loadingReader ??= import('#lib/aws/service-reads.ts').then(({ openServiceReads }) =>
      openServiceReads({ stsConfig: { region }, services: clientSettings }),
    );
    return (await loadingReader)(session);
  };
  return {
    call,
    openReader,
    ...(templateUrl !== undefined && { templateUrl: async () => templateUrl }),
    rolePrefix: 'cloudwarden-integration-',
    whoAssumes: async () => {
      const answer = await (await sts()).whoIs();
      return answer.kind === 'answered' ? { ...answer, value: answer.value.arn } : answer;
    },
    proveRole: async (role) => proveRole(await sts())(role),
  };
};
