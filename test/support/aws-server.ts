import { type PolicyDocument } from './iam.ts';
import { permits } from './iam-verdict.ts';
import type { LoopbackAnswer, LoopbackRequest } from './loopback.ts';
import { openStsServer } from './sts-server.ts';

/** A received call, named as the protocol of its service does. */
export type ServiceCall = {
  service: string;
  region: string;
  /** `StopInstances`, or `PUT /bucket?encryption` for services that are called by path. */
  name: string;
  body: string;
  /** The session that made the call. */
  session: string;
};

/** A service's answer, and the permission that it requires. */
export type Answer = {
  takes: string;
  /** ARNs of the resources touched, without `arn:aws:`; absent for a call without resources. */
  touches?: readonly string[] | ((call: ServiceCall) => readonly string[]);
  answer: LoopbackAnswer | ((call: ServiceCall) => LoopbackAnswer);
};

const nameOf = ({ method, path, query, headers, body }: LoopbackRequest): string => {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.split('.').at(-1) ?? '';
  const action = new URLSearchParams(body.toString()).get('Action');
  if (action !== null && method === 'POST' && path === '/') return action;
  const flags = [...query.keys()].filter((one) => one !== 'x-id');
  return `${method} ${path}${flags.length > 0 ? `?${flags.join('&')}` : ''}`;
};

const scopeOf = ({ headers }: LoopbackRequest) => {
  const [, scope = ''] = /Credential=([^,]+),/.exec(String(headers.authorization)) ?? [];
  const [region = '', service = ''] = scope.split('/').slice(-3);
  return { region, service };
};

export const xmlAnswer = (body: string): LoopbackAnswer => ({
  headers: { 'content-type': 'text/xml' },
  body,
});

export const jsonAnswer = (body: unknown): LoopbackAnswer => ({
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

const errorXml = (code: string, message: string, type = ''): string =>
  `<Error>${type}<Code>${code}</Code><Message>${message}</Message></Error>`;

const ec2Error = (code: string, message: string, status: number): LoopbackAnswer => ({
  status,
  ...xmlAnswer(
    `<Response><Errors>${errorXml(code, message)}</Errors><RequestID>r-1</RequestID></Response>`,
  ),
});

/** An error in the format of a service's protocol. */
export const errorOf = (
  service: string,
  code: string,
  message: string,
  status = 400,
): LoopbackAnswer => {
  if (service === 'ec2') return ec2Error(code, message, status);
  if (service === 's3') return { status, ...xmlAnswer(errorXml(code, message)) };
  if (
    [
      'iam',
      'rds',
      'sns',
      'autoscaling',
      'redshift',
      'elasticache',
      'elasticloadbalancing',
    ].includes(service)
  ) {
    const error = errorXml(code, message, '<Type>Sender</Type>');
    return { status, ...xmlAnswer(`<ErrorResponse>${error}</ErrorResponse>`) };
  }
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': code };
  return { status, headers, body: JSON.stringify({ __type: code, message, Message: message }) };
};

const refusal = (service: string, takes: string): LoopbackAnswer =>
  service === 'ec2'
    ? errorOf('ec2', 'UnauthorizedOperation', 'You are not authorized to do this.', 403)
    : errorOf(
        service,
        service === 'kms' ? 'AccessDeniedException' : 'AccessDenied',
        `User: arn:aws:sts::1:role/r is not authorized to perform: ${takes} on resource: *`,
        403,
      );

/**
 * STS and AWS services on this machine. A service answers a call only if both the policy of the
 * caller's session and the role's own permissions allow it.
 */
export const openAwsServer = async (answers: Record<string, Answer>) => {
  const calls: ServiceCall[] = [];
  /** Permissions that roles do not have, whatever the sessions permit. */
  const lacking = new Set<string>();

  const sts = await openStsServer((request, session) => {
    const { region, service } = scopeOf(request);
    const call = {
      service,
      region,
      name: nameOf(request),
      body: request.body.toString(),
      session: session?.session ?? '',
    };
    const entry = answers[`${service} ${call.name}`];
    if (!entry) return errorOf(service, 'InvalidAction', `Nobody knows ${service} ${call.name}.`);
    const { takes, touches, answer } = entry;
    const policy = JSON.parse(session?.policy ?? '{"Statement":[]}') as PolicyDocument;
    const context = { 'aws:RequestedRegion': region };
    const touched = typeof touches === 'function' ? touches(call) : touches;
    const resources = touched?.map((one) => `arn:aws:${one}`) ?? ['*'];
    const isPermitted = resources.every((resource) =>
      policy.Statement.some((one) => permits(one, { action: takes, resource, context })),
    );
    if (!isPermitted || lacking.has(takes)) return refusal(service, takes);
    calls.push(call);
    return typeof answer === 'function' ? answer(call) : answer;
  });
  return { ...sts, calls, lacking };
};

export type AwsServer = Awaited<ReturnType<typeof openAwsServer>>;
