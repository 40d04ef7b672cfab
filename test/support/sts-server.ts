import { signerOf } from './aws-access.ts';
import { listOf, type PolicyDocument, type Statement } from './iam.ts';
import { permits } from './iam-verdict.ts';
import { type LoopbackAnswer, type LoopbackRequest, openLoopback } from './loopback.ts';

/** The identity that owns the server's own credentials. */
export const ourUser = 'arn:aws:iam::999988887777:user/cloudwarden';

type Role = { trust: PolicyDocument; account?: string };

const accountIn = (arn: string): string => arn.split(':')[4] ?? '';

const xml = (name: string, content: string): LoopbackAnswer => ({
  headers: { 'content-type': 'text/xml' },
  body:
    `<${name}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/">` +
    `<${name}Result>${content}</${name}Result></${name}Response>`,
});

/** The answer of STS for a role that does not exist or does not trust the caller. */
export const accessDenied: LoopbackAnswer = {
  status: 403,
  headers: { 'content-type': 'text/xml' },
  body:
    '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>' +
    '<Code>AccessDenied</Code><Message>Not authorized.</Message></Error></ErrorResponse>',
};

const trusts = (statement: Statement, arn: string, externalId: string | null): boolean => {
  const context = {
    'aws:PrincipalArn': ourUser,
    ...(externalId !== null && { 'sts:ExternalId': externalId }),
  };
  const principals = listOf<string>(Object(statement.Principal).AWS);
  const us = [ourUser, `arn:aws:iam::${accountIn(ourUser)}:root`];
  return (
    principals.some((one) => us.includes(one)) &&
    permits({ ...statement, Resource: arn }, { action: 'sts:AssumeRole', resource: arn, context })
  );
};

/** A session that was started: its role, and the policy that it was narrowed to. */
export type StartedSession = {
  role_arn: string;
  external_id: string | null;
  policy: string | null;
  session: string | null;
};

type Serve = (request: LoopbackRequest, session: StartedSession | undefined) => LoopbackAnswer;

const onlySts: Serve = () => ({ status: 501, body: 'Only STS is here.' });

/** The default credentials of the sessions that it starts. */
const plainCredentials = () => ({ mark: '', secret: 'secret', token: 'token' });

/**
 * STS with roles of customers, which decides by their trust policies. A role's `account` is the
 * account that its sessions report. Calls of other services go to `serve`. Tests that search for
 * the credentials of sessions pass their own; the mark becomes part of the key's id.
 */
export const openStsServer = async (serve = onlySts, credentials = plainCredentials) => {
  const roles = new Map<string, Role>();
  const sessions: StartedSession[] = [];

  const assume = (form: URLSearchParams): LoopbackAnswer => {
    const arn = form.get('RoleArn') ?? '';
    const external_id = form.get('ExternalId');
    const [policy, session] = [form.get('Policy'), form.get('RoleSessionName')];
    sessions.push({ role_arn: arn, external_id, policy, session });
    const { trust } = roles.get(arn) ?? {};
    if (!trust?.Statement.some((one) => trusts(one, arn, external_id))) return accessDenied;
    const { mark, secret, token } = credentials();
    const key = `${arn.replaceAll('/', '~')}!${sessions.length - 1}!${mark}`;
    return xml(
      'AssumeRole',
      `<Credentials><AccessKeyId>${key}</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey>` +
        `<SessionToken>${token}</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration></Credentials>`,
    );
  };

  const whoIs = (request: LoopbackRequest): LoopbackAnswer => {
    const arn = signerOf(request).caller.replaceAll('~', '/').replace(/!.*/, '');
    const role = roles.get(arn);
    const account = role ? (role.account ?? accountIn(arn)) : accountIn(ourUser);
    return xml(
      'GetCallerIdentity',
      `<Account>${account}</Account><Arn>${role ? arn : ourUser}</Arn>`,
    );
  };

  const server = await openLoopback((request) => {
    const { caller, service } = signerOf(request);
    if (service !== 'sts') return serve(request, sessions[Number(caller.split('!')[1])]);
    const form = new URLSearchParams(request.body.toString());
    return form.get('Action') === 'AssumeRole' ? assume(form) : whoIs(request);
  });
  return { ...server, roles, asked: sessions };
};

export type StsServer = Awaited<ReturnType<typeof openStsServer>>;

type Made = { 'Fn::Sub': string };
type RoleResource = {
  Properties: {
    RoleName: string;
    AssumeRolePolicyDocument: PolicyDocument;
    ManagedPolicyArns: string[];
    Policies: { PolicyName: string; PolicyDocument: PolicyDocument }[];
  };
};

/** The properties that CloudFormation derives from the template of a role. */
export const roleIn = (template: string): RoleResource['Properties'] => {
  const reviver = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'Fn::Sub' in value
      ? (value as Made)['Fn::Sub'].replaceAll('${AWS::Partition}', 'aws')
      : value;
  const { Resources } = JSON.parse(template, reviver) as { Resources: { Role: RoleResource } };
  return Resources.Role.Properties;
};

/** Launches the template of a role as a stack in an account. */
export const launchRoleStack = ({ roles }: StsServer, template: string, account: string): void => {
  const { RoleName, AssumeRolePolicyDocument } = roleIn(template);
  const arn = `arn:aws:iam::${account}:role/${RoleName}`;
  roles.set(arn, { trust: AssumeRolePolicyDocument });
};
