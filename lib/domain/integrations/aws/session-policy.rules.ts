import { type NamedCall, permissionsOf, serviceOf } from './permissions.rules.ts';
import { type ResourceKind, resources } from './resources.schema.ts';

/** Where a call is made, and with which parameters. */
type CallContext = {
  /** ARN of the role that makes it: `arn:aws:iam::111122223333:role/x`. */
  role_arn: string;
  region: string;
  parameters: Readonly<Record<string, unknown>>;
};

/** Maximum length of a session policy in characters; STS accepts at most 2,048. */
const maxPolicyLength = 2000;

/** Characters of ids that may become part of an ARN, without wildcards or policy variables. */
const plainId = /^[\w+=,.@/:#-]+$/;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );

/** The id of a resource in a parameter; undefined if no ARN can be built from it. */
const idOf = ({ id = plainId, isLower }: ResourceKind, text: string): string | undefined => {
  const found = id.exec(text);
  const resourceId = found?.[1] ?? found?.[0];
  if (resourceId === undefined) return undefined;
  return isLower ? resourceId.toLowerCase() : resourceId;
};

const arnOf = ({ arn }: ResourceKind, id: string, { role_arn, region }: CallContext): string => {
  const [, partition = 'aws', , , account = '*'] = role_arn.split(':');
  const values: Record<string, string> = { region, account, id };
  const suffix = arn.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '*');
  return `arn:${partition}:${suffix}`;
};

/** The ARNs, as policies write them, of a resource that a parameter names by id or ARN. */
const arnsOf = (kind: ResourceKind, text: string, context: CallContext): string[] => {
  if (/^arn:[\w-]+:/.test(text) && plainId.test(text)) return [text];
  const id = idOf(kind, text);
  if (id === undefined) return [arnOf(kind, '*', context)];
  return (kind.idForms ?? ['{id}']).map((one) => arnOf(kind, one.replace('{id}', id), context));
};

/** The resource names in the parameters; several parameters form one path. */
const resourceNamesIn = (
  parameters: CallContext['parameters'],
  names: string | readonly string[],
): string[] => {
  if (typeof names === 'string') return textsOf(parameters[names]);
  const segments = names.map((name) => parameters[name]);
  const isPath = segments.every(
    (segment) => typeof segment === 'string' && !segment.startsWith('arn:'),
  );
  return isPath ? [segments.join('/')] : [];
};

/**
 * The ARNs of the resources that a call uses, as far as its parameters name them, otherwise `*`.
 * With `isByKind`, all resources of the same types.
 */
export const resourceArnsOf = (
  { service, operation }: NamedCall,
  context: CallContext,
  isByKind = false,
): string[] => {
  const serviceResources = resources[service];
  if (!serviceResources || !Object.hasOwn(serviceResources.calls, operation)) return ['*'];
  const affected = Object.entries(serviceResources.calls[operation] ?? {}).map(([name, by]) => {
    const kind = serviceResources.kinds[name];
    if (!kind) throw new Error(`${service}:${operation} touches an unknown kind: ${name}.`);
    if (by === '*') return { isNamed: false, arns: [arnOf(kind, '*', context)] };
    const names = resourceNamesIn(context.parameters, by);
    const arns = isByKind
      ? names.slice(0, 1).map(() => arnOf(kind, '*', context))
      : names.flatMap((text) => arnsOf(kind, text, context));
    return { isNamed: arns.length > 0, arns };
  });
  if (!affected.some(({ isNamed }) => isNamed)) return ['*'];
  return [...new Set(affected.flatMap(({ arns }) => arns))];
};

/** KMS keys are used by the called service on our behalf, never by us directly. */
const viaServiceCondition = (service: string) => ({
  StringLike: { 'kms:ViaService': `${service}.*` },
});

/**
 * The policy of a session that may make only one call: in its region, unless the service has none,
 * and on the resources that it names. `also` lists further permissions that the call needs.
 */
export const sessionPolicy = (
  call: NamedCall & { also?: readonly string[] },
  context: CallContext,
): string => {
  const inRegion = !serviceOf(call.service).isGlobal && {
    StringEquals: { 'aws:RequestedRegion': context.region },
  };
  const statement = (
    Action: readonly string[],
    Resource: string | string[],
    conditions: object = {},
  ) => {
    const Condition = { ...inRegion, ...conditions };
    const hasCondition = Object.keys(Condition).length > 0;
    return { Effect: 'Allow', Action, Resource, ...(hasCondition && { Condition }) };
  };
  const { also = [], service } = call;
  const keys = also.filter((one) => one.startsWith('kms:'));
  const otherPermissions = also.filter((one) => !keys.includes(one));
  const policy = (Resource: string[]): string =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        statement(permissionsOf(call), Resource.length === 1 ? (Resource[0] ?? '*') : Resource),
        ...(otherPermissions.length > 0 ? [statement(otherPermissions, '*')] : []),
        ...(keys.length > 0 ? [statement(keys, '*', viaServiceCondition(service))] : []),
      ],
    });
  const exact = policy(resourceArnsOf(call, context));
  return exact.length <= maxPolicyLength ? exact : policy(resourceArnsOf(call, context, true));
};
