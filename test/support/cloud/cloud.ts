import { callsOf, permissionOf, type ReadCall } from '#lib/engine/collectors/aws/table.ts';
import { regionsCall } from '#lib/engine/collectors/aws/account.ts';
import { awsTables } from '#lib/engine/collectors/aws/tables.ts';
import { errorOf, xmlAnswer } from '../aws-server.ts';
import type { PolicyDocument } from '../iam.ts';
import { permits } from '../iam-verdict.ts';
import type { LoopbackAnswer, LoopbackRequest } from '../loopback.ts';
import { openStsServer, type StartedSession } from '../sts-server.ts';
import { membersOf, type Operation, operationOf, sampleOf } from './model.ts';
import { jsonOf, xmlOf } from './wire.ts';

/** A call as a test sees it, with its account and parameters. */
export type CloudCall = {
  account: string;
  /** `ec2:DescribeInstances`: the prefix of the service's permissions, and the operation. */
  name: string;
  region: string;
  parameters: Readonly<Record<string, string>>;
  /** The time in the caller's signature (ms). */
  signedAt: number;
};

/** A service's answer, as the members of its output shape. */
export type CloudAnswer = object | ((call: CloudCall) => object);

/** An error of a service, used as an answer. */
export class CloudError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message = code, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

type KnownCall = { call: ReadCall; operation: Operation };

/** Every call that scans make, without duplicates. */
const knownCalls: readonly KnownCall[] = Object.values(
  Object.fromEntries(
    [regionsCall, ...Object.values(awsTables).flatMap((table) => callsOf(table))].map((call) => {
      const operation = operationOf(call.service.package, call.operation);
      if (!operation) throw new Error(`There is no ${call.operation}.`);
      return [`${call.service.package} ${call.operation}`, { call, operation }];
    }),
  ),
);

const scopeOf = ({ headers }: LoopbackRequest) => {
  const [, scope = ''] = /Credential=([^,]+),/.exec(String(headers.authorization)) ?? [];
  const [region = '', service = ''] = scope.split('/').slice(-3);
  return { region, service };
};

/** Parses the time in the signature (`20260301T120000Z`) to ms. */
const signedAt = ({ headers }: LoopbackRequest): number =>
  Date.parse(
    String(headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );

/** Service names used in signatures, where they differ from the prefixes of permissions. */
const signingNames: Record<string, string> = { cloudwatch: 'monitoring' };

/** The parameters in a path that matches a template; undefined if it does not match. */
const labelsIn = (template: string, { path, query }: Pick<LoopbackRequest, 'path' | 'query'>) => {
  const [route = '', flags = ''] = template.split('?');
  const pattern = route.replaceAll(/\{(\w+)\+?\}/g, '(?<$1>.+)');
  const found = new RegExp(`^${pattern}/?$`).exec(path);
  const requiredFlags = flags.split('&').filter((one) => one !== '' && !one.startsWith('x-id='));
  if (!found || !requiredFlags.every((one) => query.has(one.split('=')[0] ?? ''))) return undefined;
  const id = /x-id=(\w+)/.exec(flags)?.[1];
  if (id !== undefined && query.has('x-id') && query.get('x-id') !== id) return undefined;
  return { ...found.groups, ...Object.fromEntries(query) } as Record<string, string>;
};

type MatchedCall = KnownCall & { parameters: Record<string, string>; isQuery: boolean };

const parametersOf = ({ body, headers }: LoopbackRequest): Record<string, string> => {
  const text = body.toString();
  if (String(headers['content-type']).includes('json')) {
    return (text === '' ? {} : JSON.parse(text)) as Record<string, string>;
  }
  return Object.fromEntries(new URLSearchParams(text));
};

const matchCall = (request: LoopbackRequest): MatchedCall | undefined => {
  const { service } = scopeOf(request);
  const serviceCalls = knownCalls.filter(
    ({ call }) => (signingNames[call.service.prefix] ?? call.service.prefix) === service,
  );
  const target = String(request.headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  const parameters = parametersOf(request);
  const isQuery = typeof parameters.Action === 'string' && request.path === '/';
  const name = isQuery ? parameters.Action : target;
  const match = serviceCalls.find(({ operation }) => operation.name === name);
  if (match) return { ...match, parameters, isQuery };
  const isControl = request.headers['x-amz-account-id'] !== undefined;
  // The model of S3 has no bucket in its paths.
  const inPath = service === 's3' && !isControl ? /^\/([^/]+)\/?$/.exec(request.path) : null;
  const bucket: Record<string, string> = inPath?.[1] === undefined ? {} : { Bucket: inPath[1] };
  const pathRequest = inPath ? { ...request, path: '/' } : request;
  const matches = serviceCalls.flatMap((one) => {
    const [method, template = ''] = one.operation.http ?? [];
    if (isControl !== one.call.service.package.endsWith('s3-control')) return [];
    const labels = method === request.method ? labelsIn(template, pathRequest) : undefined;
    return labels ? [{ ...one, parameters: { ...bucket, ...labels, ...parameters }, isQuery }] : [];
  });
  // The path with the most query flags is the most specific.
  const weight = ({ operation }: KnownCall) =>
    (operation.http?.[1] ?? '').replace(/x-id=\w+/, '').split('?')[1]?.length ?? 0;
  return matches.toSorted((a, b) => weight(b) - weight(a))[0];
};

const serialiseAnswer = (
  { call, operation, isQuery }: MatchedCall,
  value: object,
): LoopbackAnswer => {
  const { name, output, outputTraits } = operation;
  if (call.service.prefix === 's3') {
    const payload = membersOf(output).find(({ traits }) => traits.httpPayload);
    const [shape, payloadValue] = payload
      ? [payload.shape, value[payload.name as never]]
      : [output, value];
    if (typeof payloadValue === 'string') return { body: payloadValue };
    const traitName = payload?.traits.xmlName ?? outputTraits.xmlName;
    const root = typeof traitName === 'string' ? traitName : (payload?.name ?? name);
    return xmlAnswer(`<${root}>${xmlOf(shape, payloadValue)}</${root}>`);
  }
  if (call.service.prefix === 'ec2') {
    return xmlAnswer(`<${name}Response>${xmlOf(output, value)}</${name}Response>`);
  }
  if (isQuery) {
    const resultXml = `<${name}Result>${xmlOf(output, value)}</${name}Result>`;
    return xmlAnswer(`<${name}Response>${resultXml}</${name}Response>`);
  }
  return {
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify(jsonOf(output, value)),
  };
};

/** Answers that are returned repeatedly are serialised once. */
const texts = new WeakMap<object, LoopbackAnswer>();

const serialiseOnce = (found: MatchedCall, value: object): LoopbackAnswer => {
  const answer = texts.get(value) ?? serialiseAnswer(found, value);
  texts.set(value, answer);
  return answer;
};

/** The account of the session's role. */
const accountOf = (arn: string): string => arn.split(':')[4] ?? '';

/**
 * AWS on this machine, as far as scans read it: it speaks the protocols of the services by their
 * models in the SDK, and answers what the session's policy permits. `answers` apply to every
 * account, by `service:Operation`; other operations return a sample made from their model.
 */
export const openCloud = async (answers: Record<string, CloudAnswer>) => {
  const calls: CloudCall[] = [];
  const trouble: {
    before: (call: CloudCall) => LoopbackAnswer | Error | undefined;
    /** How far the clock of AWS is ahead of ours (ms); each answer carries its time. */
    ahead: number;
  } = { before: () => undefined, ahead: 0 };
  const answerTo = (
    request: LoopbackRequest,
    session: StartedSession | undefined,
  ): LoopbackAnswer => {
    const { service, region } = scopeOf(request);
    const found = matchCall(request);
    if (!found) return errorOf(service, 'InvalidAction', `Nobody knows ${service} ${request.path}`);
    const { prefix } = found.call.service;
    const name = `${prefix}:${found.operation.name}`;
    const account = accountOf(session?.role_arn ?? '');
    const { parameters } = found;
    const call = { account, name, region, parameters, signedAt: signedAt(request) };
    calls.push(call);
    const policy = JSON.parse(session?.policy ?? '{"Statement":[]}') as PolicyDocument;
    const action = permissionOf(found.call);
    const access = { action, resource: '*', context: {} };
    if (!policy.Statement.some((one) => permits(one, access))) {
      return errorOf(service, 'AccessDenied', `It is not authorized to perform: ${action}`, 403);
    }
    try {
      const instead = trouble.before(call);
      if (instead instanceof Error) throw instead;
      if (instead) return instead;
      const answer = answers[name] ?? (sampleOf(found.operation.output) as object);
      return serialiseOnce(found, typeof answer === 'function' ? (answer(call) as object) : answer);
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      return errorOf(service, error.code, error.message, error.status);
    }
  };
  const sts = await openStsServer((request, session) => {
    const answer = answerTo(request, session);
    const date = new Date(Date.now() + trouble.ahead).toUTCString();
    return { ...answer, headers: { ...answer.headers, date } };
  });
  return { ...sts, answers, calls, trouble };
};

export type Cloud = Awaited<ReturnType<typeof openCloud>>;
