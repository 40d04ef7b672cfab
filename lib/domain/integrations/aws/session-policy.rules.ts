import { permissionsOf, serviceOf, type NamedCall } from './permissions.rules.ts';
import { type ResourceKind, resources } from './resources.schema.ts';

/** Where a call is made, and with what. */
type Place = {
  /** Of the role that makes it: `arn:aws:iam::111122223333:role/x`. */
  role_arn: string;
  region: string;
  parameters: Readonly<Record<string, unknown>>;
};

/** Letters of a session policy: STS takes 2,048 at most. */
const mostLetters = 2000;

/** What an id is made of that becomes a part of an ARN: no wildcard, no variable. */
const plainId = /^[\w+=,.@/:#-]+$/;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );

/** What the parameters say a resource is called; undefined where no ARN can be made of it. */
const idOf = ({ id = plainId, isLower }: ResourceKind, text: string): string | undefined => {
  const found = id.exec(text);
  const read = found?.[1] ?? found?.[0];
  if (read === undefined) return undefined;
  return isLower ? read.toLowerCase() : read;
};

const arnOf = ({ arn }: ResourceKind, id: string, { role_arn, region }: Place): string => {
  const [, partition = 'aws', , , account = '*'] = role_arn.split(':');
  const values: Record<string, string> = { region, account, id };
  const rest = arn.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '*');
  return `arn:${partition}:${rest}`;
};

/** The ARNs by which policies know a resource that a parameter names by its id or its ARN. */
const arnsOf = (kind: ResourceKind, text: string, place: Place): string[] => {
  if (/^arn:[\w-]+:/.test(text) && plainId.test(text)) return [text];
  const id = idOf(kind, text);
  if (id === undefined) return [arnOf(kind, '*', place)];
  return (kind.written ?? ['{id}']).map((one) => arnOf(kind, one.replace('{id}', id), place));
};

/** What parameters name: of several, which are a path, one text. */
const namedBy = (parameters: Place['parameters'], names: string | readonly string[]): string[] => {
  if (typeof names === 'string') return textsOf(parameters[names]);
  const parts = names.map((name) => parameters[name]);
  const isPath = parts.every((part) => typeof part === 'string' && !part.startsWith('arn:'));
  return isPath ? [parts.join('/')] : [];
};

/**
 * The ARNs of what a call touches, as far as its parameters name it: `*` where they do not. Where
 * `isByKind`, all resources of the same kinds.
 */
export const touchedBy = (
  { service, operation }: NamedCall,
  place: Place,
  isByKind = false,
): string[] => {
  const known = resources[service];
  if (!known || !Object.hasOwn(known.calls, operation)) return ['*'];
  const touched = Object.entries(known.calls[operation] ?? {}).map(([name, by]) => {
    const kind = known.kinds[name];
    if (!kind) throw new Error(`${service}:${operation} touches an unknown kind: ${name}.`);
    if (by === '*') return { isNamed: false, arns: [arnOf(kind, '*', place)] };
    const names = namedBy(place.parameters, by);
    const arns = isByKind
      ? names.slice(0, 1).map(() => arnOf(kind, '*', place))
      : names.flatMap((text) => arnsOf(kind, text, place));
    return { isNamed: arns.length > 0, arns };
  });
  if (!touched.some(({ isNamed }) => isNamed)) return ['*'];
  return [...new Set(touched.flatMap(({ arns }) => arns))];
};

/** Keys of KMS are used by the service that is called, and not by us. */
const throughService = (service: string) => ({
  StringLike: { 'kms:ViaService': `${service}.*` },
});

/**
 * The policy of a session that may do nothing but one call: in its region, unless its service is of
 * none, and on the resources that it names. `also` are further permissions that the call takes.
 */
export const sessionPolicy = (
  call: NamedCall & { also?: readonly string[] },
  place: Place,
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
        ...(keys.length > 0 ? [statement(keys, '*', throughService(service))] : []),
      ],
    });
  const exact = policy(touchedBy(call, place));
  return exact.length <= mostLetters ? exact : policy(touchedBy(call, place, true));
};
