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
  const read = found?.[1] ?? found?.[0];
  if (read === undefined) return undefined;
  return isLower ? read.toLowerCase() : read;
};

const arnOf = ({ arn }: ResourceKind, id: string, { role_arn, region }: CallContext): string => {
  const [, partition = 'aws', , , account = '*'] = role_arn.split(':');
  const values: Record<string, string> = { region, account, id };
  const rest = arn.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '*');
  return `arn:${partition}:${rest}`;
};

/** The ARNs, as policies write them, of a resource that a parameter names by id or ARN. */
const arnsOf = (kind: ResourceKind, text: string, place: CallContext): string[] => {
  if (/^arn:[\w-]+:/.test(text) && plainId.test(text)) return [text];
  const id = idOf(kind, text);
  if (id === undefined) return [arnOf(kind, '*', place)];
  return (kind.written ?? ['{id}']).map((one) => arnOf(kind, one.replace('{id}', id), place));
};

/** The resource names in the parameters; several parameters form one path. */
const resourceNamesIn = (
  parameters: CallContext['parameters'],
  names: string | readonly string[],
): string[] => {
  if (typeof names === 'string') return textsOf(parameters[names]);
  const parts = names.map((name) => parameters[name]);
  const isPath = parts.every((part) => typeof part === 'string' && !part.startsWith('arn:'));
  return isPath ? [parts.join('/')] : [];
};

/**
 * The ARNs of the resources that a call uses, as far as its parameters name them, otherwise `*`.
 * With `isByKind`, all resources of the same types.
 */
export const resourceArnsOf = (
  { service, operation }: NamedCall,
  place: CallContext,
  isByKind = false,
): string[] => {
  const known = resources[service];
  if (!known || !Object.hasOwn(known.calls, operation)) return ['*'];
  const touched = Object.entries(known.calls[operation] ?? {}).map(([name, by]) => {
    const kind = known.kinds[name];
    if (!kind) throw new Error(`${service}:${operation} touches an unknown kind: ${name}.`);
    if (by === '*') return { isNamed: false, arns: [arnOf(kind, '*', place)] };
    const names = resourceNamesIn(place.parameters, by);
    const arns = isByKind
      ? names.slice(0, 1).map(() => arnOf(kind, '*', place))
      : names.flatMap((text) => arnsOf(kind, text, place));
    return { isNamed: arns.length > 0, arns };
  });
  if (!touched.some(({ isNamed }) => isNamed)) return ['*'];
  return [...new Set(touched.flatMap(({ arns }) => arns))];
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
  place: CallContext,
): string => {
  const inRegion = !serviceOf(call.service).isGlobal && {
    StringEquals: { 'aws:RequestedRegion': place.region },
  };
  const statement = (Action: readonly string[], Resource: string | string[], more: object = {}) => {
    const Condition = { ...inRegion, ...more };
    const hasCondition = Object.keys(Condition).length > 0;
    return { Effect: 'Allow', Action, Resource, ...(hasCondition && { Condition }) };
  };
  const { also = [], service } = call;
  const keys = also.filter((one) => one.startsWith('kms:'));
  const others = also.filter((one) => !keys.includes(one));
  const policy = (Resource: string[]): string =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        statement(permissionsOf(call), Resource.length === 1 ? (Resource[0] ?? '*') : Resource),
        ...(others.length > 0 ? [statement(others, '*')] : []),
        ...(keys.length > 0 ? [statement(keys, '*', viaServiceCondition(service))] : []),
      ],
    });
  const exact = policy(resourceArnsOf(call, place));
  return exact.length <= maxPolicyLength ? exact : policy(resourceArnsOf(call, place, true));
};
