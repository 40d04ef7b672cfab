import { isoTime } from '#lib/kernel/clock.ts';
import type { Integration } from '../integration.schema.ts';
import type { RoleProof } from './role.schema.ts';
import { launchParameters, roleTemplate } from './role-template.rules.ts';
import { templateFile } from './setup-form.schema.ts';
import type {
  AwsAccountCheck,
  AwsRoleView,
  AwsSetup,
  AwsSetupCheck,
  AwsSetupView,
} from './setup.schema.ts';

/** How many characters of the setup's random id a role name ends in; IAM allows 64 in all. */
const idLength = 24;

/** The name of the role of a setup. */
export const roleNameOf = (prefix: string, setupId: string): string =>
  prefix + setupId.slice(-idLength);

/** Splits an ARN, such as `arn:aws:iam::111122223333:user/x`, into its parts. */
const partsOf = (arn: string) => {
  const [, partition = '', service = '', , account = '', resource = ''] = arn.split(':');
  return { partition, service, account, resource };
};

export const roleArnOf = (principal: string, account: string, roleName: string): string =>
  `arn:${partsOf(principal).partition}:iam::${account}:role/${roleName}`;

/**
 * The patterns by which trust policies name the holder of an ARN; undefined for a root user, who
 * cannot assume roles in AWS. The ARN of a role's session does not contain the path of the role.
 */
export const principalsOf = (arn: string): string[] | undefined => {
  const { partition, service, account, resource } = partsOf(arn);
  if (resource === 'root') return undefined;
  const [kind, name] = resource.split('/');
  if (service !== 'sts' || kind !== 'assumed-role') return [arn];
  const role = `arn:${partition}:iam::${account}:role`;
  return [`${role}/${name}`, `${role}/*/${name}`];
};

const consoleOf = (region: string): string =>
  `https://${region}.console.aws.amazon.com/cloudformation/home?region=${region}`;

/** A link to the form of the stack with all values filled in; StackSets have no such link. */
const launchUrl = (setup: AwsSetup, templateUrl: string | undefined): string | undefined => {
  if (templateUrl === undefined || setup.units.length > 0) return undefined;
  const { region, role_name } = setup;
  const parameters = Object.entries(launchParameters(setup)).map(
    ([name, value]) => [`param_${name}`, value] as const,
  );
  const pairs = [['templateURL', templateUrl], ['stackName', role_name], ...parameters] as const;
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${consoleOf(region)}#/stacks/quickcreate?${query}`;
};

/** Run in the management account: accounts that join the units later get the role automatically. */
const stackSetCommand = ({ region, role_name, units }: AwsSetup): string =>
  [
    `aws cloudformation create-stack-set --region ${region} --stack-set-name ${role_name}`,
    `--template-body file://${templateFile} --capabilities CAPABILITY_NAMED_IAM`,
    '--permission-model SERVICE_MANAGED',
    '--auto-deployment Enabled=true,RetainStacksOnAccountRemoval=false',
    `&& aws cloudformation create-stack-instances --region ${region}`,
    `--stack-set-name ${role_name} --regions ${region}`,
    `--deployment-targets OrganizationalUnitIds=${units.join(',')}`,
  ].join(' ');

const stackCommand = ({ region, role_name }: Pick<AwsSetup, 'region' | 'role_name'>): string =>
  [
    'aws cloudformation deploy',
    `--region ${region}`,
    `--stack-name ${role_name}`,
    `--template-file ${templateFile}`,
    '--capabilities CAPABILITY_NAMED_IAM',
  ].join(' ');

const templateText = (role: Parameters<typeof roleTemplate>[0]): string =>
  JSON.stringify(roleTemplate(role), undefined, 2);

/** How to update the role of a connected account, with a command for its existing stack. */
export const roleView = (
  { alias, values }: Pick<Integration, 'alias' | 'values'>,
  principals: string[],
): AwsRoleView => {
  const { account_id = '', region = '', role_arn = '', external_id = '' } = values;
  const role_name = role_arn.split('/').at(-1) ?? '';
  const template = (allow_actions: boolean) =>
    templateText({ role_name, external_id, principals, allow_actions });
  return {
    alias,
    aws_account: account_id,
    region,
    externalId: external_id,
    targetPrincipal: principals.join(', '),
    role_name,
    aws_cli_command: stackCommand({ region, role_name }),
    templates: { reads: template(false), acts: template(true) },
  };
};

/** A setup as the API returns it. `templateUrl`, if set, is the URL of `launchTemplate`. */
export const setupView = (setup: AwsSetup, templateUrl?: string): AwsSetupView => ({
  setup_id: setup._id,
  aws_account: setup.aws_account,
  further_accounts: setup.further_accounts,
  units: setup.units,
  region: setup.region,
  allow_actions: setup.allow_actions,
  externalId: setup.external_id,
  targetPrincipal: setup.principals.join(', '),
  role_name: setup.role_name,
  template: templateText({
    ...setup,
    // A StackSet creates the same role in several accounts.
    accountText: setup.units.length > 0 ? undefined : setup.aws_account,
  }),
  launch_url: launchUrl(setup, templateUrl),
  ...(setup.units.length > 0 && {
    stack_sets_url: `${consoleOf(setup.region)}#/stacksets/create`,
  }),
  aws_cli_command: setup.units.length > 0 ? stackSetCommand(setup) : stackCommand(setup),
  expires_at: isoTime(setup.expires_at * 1000),
});

const states: Record<RoleProof['kind'], AwsSetupCheck['state']> = {
  proven: 'DEPLOYED',
  waiting: 'WAITING',
  unknown: 'WAITING',
  refused: 'REFUSED',
};

export const checkStateOf = (proof: RoleProof): Pick<AwsSetupCheck, 'state' | 'reason'> => ({
  state: states[proof.kind],
  ...(proof.kind !== 'proven' && { reason: proof.reason }),
});

/** The accounts of a setup, the main one first; the role has the same name in each. */
export const accountsOf = ({ aws_account, further_accounts }: AwsSetup): string[] => [
  aws_account,
  ...further_accounts.filter((account) => account !== aws_account),
];

/** The role of a setup in one of its accounts. */
export const roleOfAccount = (setup: AwsSetup, account: string) => ({
  account,
  role_arn: roleArnOf(setup.role_arn, account, setup.role_name),
  external_id: setup.external_id,
});

/** The combined result for all accounts: a rejected role takes precedence over a missing one. */
export const combinedCheckOf = (accounts: AwsAccountCheck[]): AwsSetupCheck => {
  const of = (state: AwsSetupCheck['state']) => accounts.filter((one) => one.state === state);
  const [refused] = of('REFUSED');
  if (refused) return { state: 'REFUSED', reason: refused.reason, accounts };
  const ready = of('DEPLOYED').length;
  if (ready === accounts.length) return { state: 'DEPLOYED', accounts };
  const reason = `${ready} of ${accounts.length} accounts have the role.`;
  return { state: 'WAITING', reason, accounts };
};
