import { fromEnv } from '@aws-sdk/credential-provider-env';
import { bucketHostOf, presignedUrlOf } from '#lib/aws/presigned-url.ts';
import { stsCalls } from '#lib/aws/sts-calls.ts';
import type { AwsSetupDeps } from '#lib/domain/integrations/aws/setup.service.ts';
import { proveRole } from '#lib/engine/integrations/prove-role.ts';
import { roleTemplateFile } from '#lib/kernel/published-files.ts';
import { clock, environment } from './process.ts';

/** Several functions assume customers' roles; the principal matches the path of their roles. */
const value = environment('INTEGRATION_PRINCIPAL');

const region = environment('AWS_REGION');

const credentials = fromEnv();

export const aws: AwsSetupDeps['aws'] = {
  rolePrefix: environment('INTEGRATION_ROLES'),
  whoAssumes: async () => ({ kind: 'answered', value }),
  proveRole: proveRole(stsCalls()),
  // CloudFormation reads templates only from S3, and no bucket of the product is public.
  templateUrl: async () =>
    presignedUrlOf({
      host: bucketHostOf(environment('SITE_BUCKET'), region),
      key: roleTemplateFile,
      region,
      credentials: await credentials(),
      at: clock(),
      seconds: 12 * 3600,
    }),
};
