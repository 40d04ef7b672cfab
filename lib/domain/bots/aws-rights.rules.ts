import type { AwsCall } from '../actions/definition.schema.ts';
import { permissionsOf, serviceOf } from '../integrations/aws/permissions.rules.ts';
import { placeholdersIn } from '../integrations/call.rules.ts';
import { rightKey } from './added-rights.rules.ts';
import type { AwsRight } from './aws-rights.schema.ts';
import type { Graph } from './bot.schema.ts';
import { reachOf } from './reach-by-kind.rules.ts';
import { isSkipped } from './node-facts.schema.ts';
import type { AwsAction, AwsUse, FindAction } from './node-reach.rules.ts';

const isBlank = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '');

/** The region of a call as far as the settings fix it: see `awsRight.where`. */
const regionOfCall = (
  { call, parameters_definition }: AwsAction,
  parameters: Readonly<Record<string, unknown>>,
): string => {
  if (serviceOf(call.service).isGlobal) return 'global';
  const { region = '' } = call;
  if (region === '') return 'default';
  const [name] = placeholdersIn(region);
  if (name === undefined) return region;
  const inputValue = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const defaultValue = parameters_definition.find((one) => one.name === name)?.default;
  const value = isBlank(inputValue) ? defaultValue : inputValue;
  if (isBlank(value)) return 'default';
  const text = region.replace(`{${name}}`, String(value)).trim();
  return /\{%/.test(text) || placeholdersIn(text).length > 0 ? 'any' : text;
};

/** All permissions that a call needs. */
export const allPermissionsOf = (
  call: Pick<AwsCall, 'service' | 'operation' | 'also'>,
): string[] => [...permissionsOf(call), ...(call.also ?? [])];

/** The rights for one AWS use of a node; without an action, in the integration's default region. */
const rightsOf = ({ integration_id, ...use }: AwsUse): AwsRight[] => {
  const where = 'action' in use ? regionOfCall(use.action, use.parameters) : 'default';
  const permissions =
    'permissions' in use
      ? use.permissions
      : allPermissionsOf('action' in use ? use.action.call : use.call);
  return permissions.map((permission) => ({ integration_id, permission, where }));
};

/** Without duplicates, sorted by permission. */
const sortUnique = (all: readonly AwsRight[]): AwsRight[] => {
  const byKey = new Map(all.map((one) => [rightKey(one), one]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};

/** The AWS rights that the nodes of a graph need, including those of live queries (`live`). */
export const awsRightsOf = (
  { nodes }: Graph,
  find: FindAction,
  live: readonly AwsRight[] = [],
): AwsRight[] => {
  const uses = nodes
    .filter((node) => !isSkipped(node))
    .flatMap((node) => reachOf(node.type)?.inAws(node.settings, find) ?? []);
  return sortUnique([...uses.flatMap(rightsOf), ...live]);
};

/** A call that is about to be made; `isDefault`: its region is that of the integration. */
export type PendingAwsCall = {
  integration_id: string;
  permissions: readonly string[];
  region: string;
  isDefault: boolean;
};

/** The first permission that a call needs and the version lacks; undefined if it has all. */
export const missingRight = (
  rights: readonly AwsRight[],
  { integration_id, permissions, region, isDefault }: PendingAwsCall,
): string | undefined =>
  permissions.find(
    (permission) =>
      !rights.some(
        (one) =>
          one.integration_id === integration_id &&
          one.permission === permission &&
          (['any', 'global', region].includes(one.where) || (isDefault && one.where === 'default')),
      ),
  );

/** `ec2:StopInstances in eu-west-1`; `defaultRegion` is the region of the integration. */
export const rightText = (
  { permission, where }: Pick<AwsRight, 'permission' | 'where'>,
  defaultRegion?: string,
): string => {
  if (where === 'global') return permission;
  if (where === 'any') return `${permission} in any region`;
  const region = where === 'default' ? (defaultRegion ?? 'the region of the integration') : where;
  return `${permission} in ${region}`;
};

/**
 * The IAM policy that grants a role exactly the rights that a bot needs, for one integration, whose
 * region is `defaultRegion`.
 */
export const policyFor = (
  rights: readonly AwsRight[],
  defaultRegion: string | undefined,
): object => {
  const regionOf = ({ where }: AwsRight) =>
    where === 'default' ? (defaultRegion ?? 'any') : where;
  const byRegion = Map.groupBy(rights, (one) =>
    regionOf(one) === 'global' ? 'any' : regionOf(one),
  );
  return {
    Version: '2012-10-17',
    Statement: [...byRegion].map(([region, regionRights]) => ({
      Effect: 'Allow',
      Action: [...new Set(regionRights.map(({ permission }) => permission))],
      Resource: '*',
      ...(region !== 'any' && {
        Condition: { StringEquals: { 'aws:RequestedRegion': region } },
      }),
    })),
  };
};
