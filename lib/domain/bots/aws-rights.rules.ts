import type { Action, AwsCall } from '../actions/definition.schema.ts';
import { accountServices } from '../integrations/aws/account-services.schema.ts';
import { modelPermissions } from '../integrations/aws/model-policy.rules.ts';
import { permissionsOf, serviceOf } from '../integrations/aws/permissions.rules.ts';
import { fieldsIn } from '../integrations/call.rules.ts';
import { rightKey } from './added-rights.rules.ts';
import type { AwsRight } from './aws-rights.schema.ts';
import type { Graph, GraphNode } from './bot.schema.ts';
import { isPassedBy, ofActing, type OfActing } from './node-facts.schema.ts';
import { nodeSettings } from './node.schema.ts';
import { askedModel } from './nodes/model-setting.schema.ts';
import { notificationSettings } from './nodes/notification.schema.ts';
import { usedSettings } from './settings.rules.ts';

type FindAction = (id: string) => Action | undefined;
type AwsAction = Extract<Action, { executable_type: 'aws' }>;

const isBlank = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '');

/** Where a call goes, as far as the drawing says. */
const whereOf = (
  { call, parameters_definition }: AwsAction,
  parameters: Readonly<Record<string, unknown>>,
): string => {
  if (serviceOf(call.service).isGlobal) return 'global';
  const { region = '' } = call;
  if (region === '') return 'default';
  const [name] = fieldsIn(region);
  if (name === undefined) return region;
  const entered = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const usual = parameters_definition.find((one) => one.name === name)?.default;
  const value = isBlank(entered) ? usual : entered;
  if (isBlank(value)) return 'default';
  const text = region.replace(`{${name}}`, String(value)).trim();
  return /\{%/.test(text) || fieldsIn(text).length > 0 ? 'any' : text;
};

const rightsOfAction = (settings: GraphNode['settings'], find: FindAction): AwsRight[] => {
  const read = nodeSettings.rest_api_action.safeParse(settings);
  const integration_id = read.data?.integration?.id;
  const action = read.success ? find(read.data.action) : undefined;
  if (action?.executable_type !== 'aws' || integration_id === undefined) return [];
  const where = whereOf(action, read.data?.parameters ?? {});
  return permissionsFor(action.call).map((permission) => ({ integration_id, permission, where }));
};

const mailServer = notificationSettings.shape.mail_server;

/** A mail goes out in the region of its integration: no setting names another one. */
const rightsOfMail = (settings: GraphNode['settings']): AwsRight[] => {
  const { mail_server } = usedSettings('notification', settings);
  const { type, id: integration_id } = mailServer.safeParse(mail_server).data ?? {};
  if (type !== 'aws_ses' || integration_id === undefined) return [];
  return permissionsOf(mailCall).map((permission) => {
    return { integration_id, permission, where: 'default' };
  });
};

/** A model of an account is asked in the region of its integration. */
const rightsOfQuestion = (settings: GraphNode['settings']): AwsRight[] => {
  const { data } = askedModel.safeParse(settings);
  const { type, id: integration_id } = data?.integration ?? {};
  if (type !== 'bedrock' || integration_id === undefined) return [];
  return modelPermissions.map((permission) => {
    return { integration_id, permission, where: 'default' };
  });
};

/** An agent chooses the parameters of its tools itself, the region among them. */
const rightsOfAgent = (settings: GraphNode['settings'], find: FindAction): AwsRight[] => {
  const { data } = nodeSettings.ai_agent.safeParse(settings);
  const tools = data?.agent_toolkit ?? [];
  const ofTools = tools.flatMap((tool) => {
    const all = find(tool.action)?.parameters_definition ?? [];
    const parameters = Object.fromEntries(all.map(({ name }) => [name, '{% chosen %}']));
    return rightsOfAction({ ...tool, parameters }, find);
  });
  return [...rightsOfQuestion(settings), ...ofTools];
};

type Settings = GraphNode['settings'];

const none = (): AwsRight[] => [];

const rights: OfActing<(settings: Settings, find: FindAction) => AwsRight[]> = {
  rest_api_action: rightsOfAction,
  ai_condition: rightsOfQuestion,
  ai_agent: rightsOfAgent,
  notification: rightsOfMail,
  http_request: none,
  python_code: none,
  // Those of live queries come with what reads their tables.
  steampipe_query: none,
};

const rightsOfNode = ({ type, settings }: GraphNode, find: FindAction): AwsRight[] =>
  ofActing(rights, type)?.(settings, find) ?? [];

/** What sends a mail by SES in an account. */
export const mailCall = { service: accountServices.aws_ses, operation: 'SendEmail' } as const;

/** Every permission that a call takes. */
export const permissionsFor = (call: Pick<AwsCall, 'service' | 'operation' | 'also'>): string[] => [
  ...permissionsOf(call),
  ...(call.also ?? []),
];

/** Each once, in the order of their names. */
const inOrder = (all: readonly AwsRight[]): AwsRight[] => {
  const byKey = new Map(all.map((one) => [rightKey(one), one]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};

/** The calls of AWS that the nodes of a graph may make, with those that live queries read by. */
export const awsRightsOf = (
  { nodes }: Graph,
  find: FindAction,
  live: readonly AwsRight[] = [],
): AwsRight[] => {
  const used = nodes.filter((node) => !isPassedBy(node));
  return inOrder([...used.flatMap((node) => rightsOfNode(node, find)), ...live]);
};

/** A call that is about to be made; its region may be that of the integration. */
export type MeantCall = {
  integration_id: string;
  permissions: readonly string[];
  region: string;
  isDefault: boolean;
};

/** The permission that a call takes and a version has not; undefined where it has all. */
export const missingRight = (
  rights: readonly AwsRight[],
  { integration_id, permissions, region, isDefault }: MeantCall,
): string | undefined =>
  permissions.find(
    (permission) =>
      !rights.some(
        (one) =>
          one.integration_id === integration_id &&
          one.permission === permission &&
          (['any', 'global', region].includes(one.where) ||
            (isDefault && one.where === 'default')),
      ),
  );

/** `ec2:StopInstances in eu-west-1`, where `usual` is the region of the integration. */
export const rightText = (
  { permission, where }: Pick<AwsRight, 'permission' | 'where'>,
  usual?: string,
): string => {
  if (where === 'global') return permission;
  if (where === 'any') return `${permission} in any region`;
  const region = where === 'default' ? (usual ?? 'the region of the integration') : where;
  return `${permission} in ${region}`;
};

/**
 * The IAM policy that gives a role what a bot needs of it and nothing else: for one integration,
 * whose region is `usual`.
 */
export const policyFor = (rights: readonly AwsRight[], usual: string | undefined): object => {
  const regionOf = ({ where }: AwsRight) => (where === 'default' ? (usual ?? 'any') : where);
  const byRegion = Map.groupBy(rights, (one) =>
    regionOf(one) === 'global' ? 'any' : regionOf(one),
  );
  return {
    Version: '2012-10-17',
    Statement: [...byRegion].map(([region, some]) => ({
      Effect: 'Allow',
      Action: [...new Set(some.map(({ permission }) => permission))],
      Resource: '*',
      ...(region !== 'any' && {
        Condition: { StringEquals: { 'aws:RequestedRegion': region } },
      }),
    })),
  };
};
