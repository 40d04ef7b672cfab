import { accessOf, signerOf } from './aws-access.ts';
import { listOf, type PolicyDocument } from './iam.ts';
import { permits } from './iam-verdict.ts';
import { awsError, type LoopbackAnswer, type LoopbackRequest } from './loopback.ts';
import { accessDenied } from './sts-server.ts';
import type { Resource } from './template.ts';

type Roles = {
  ofType: (type: string) => [string, Resource][];
  bind: (id: string, attribute?: string) => string;
  resolve: (value: unknown) => unknown;
};

/** The caller that an access key belongs to, and the tenant tag if the key is a session's. */
export const sessionOf = (signer: string) => {
  const [caller = '', tenantId] = signer.split('~');
  const context: Record<string, string> = {};
  if (tenantId !== undefined) context['aws:PrincipalTag/tenant_id'] = tenantId;
  return { caller, context };
};

const principalOf = (arn: string) => arn.split('/').at(-1) ?? '';

/** Whether an ARN names the role of a function, such as `api/users`, in the account. */
const isRoleOf = (arn: string, caller: string): boolean =>
  principalOf(arn).startsWith(`${caller.replaceAll(/[/-]/g, '').toLowerCase()}role`);

const credentials = (accessKeyId: string): LoopbackAnswer => ({
  headers: { 'content-type': 'text/xml' },
  body: `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
    <Credentials><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
    <SessionToken>token</SessionToken>
    <Expiration>${new Date(Date.now() + 3600_000).toISOString()}</Expiration></Credentials>
    </AssumeRoleResult></AssumeRoleResponse>`,
});

/**
 * STS, limited to sessions for organisations: a role must trust the caller that assumes it, with
 * the tags that the caller passes. Roles of customers are not covered.
 */
export const openSts =
  ({ ofType, bind, resolve }: Roles) =>
  (request: LoopbackRequest): LoopbackAnswer => {
    const { caller } = signerOf(request);
    const access = accessOf('sts', request);
    const found = ofType('AWS::IAM::Role').find(([id]) => bind(id, 'Arn') === access.resource);
    if (!found) return accessDenied;
    const trust = resolve(found[1].Properties.AssumeRolePolicyDocument) as PolicyDocument;
    const trusted = ['sts:AssumeRole', 'sts:TagSession'].every((action) =>
      trust.Statement.some(
        (statement) =>
          listOf<string>(Object(statement.Principal).AWS).some((arn) => isRoleOf(arn, caller)) &&
          permits({ ...statement, Resource: access.resource }, { ...access, action }),
      ),
    );
    if (!trusted) return awsError('AccessDenied', `${access.resource} does not trust ${caller}`);
    return credentials(`${caller}~${String(access.context['aws:RequestTag/tenant_id'])}`);
  };
