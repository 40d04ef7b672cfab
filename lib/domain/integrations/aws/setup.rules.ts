import { isoTime } from '#lib/kernel/clock.ts';
import type { RoleProof } from './role.schema.ts';
import { roleTemplate } from './role-template.rules.ts';
import type { AwsSetup, AwsSetupCheck, AwsSetupView } from './setup.schema.ts';

/** A role's name ends in so much of its setup's random id: a name has 64 characters at most. */
const idLength = 24;

/** The name of the role of a setup. */
export const roleNameOf = (prefix: string, setupId: string): string =>
  prefix + setupId.slice(-idLength);

/** `arn:aws:iam::111122223333:user/x` in its parts. */
const partsOf = (arn: string) => {
  const [, partition = '', service = '', , account = '', resource = ''] = arn.split(':');
  return { partition, service, account, resource };
};

export const roleArnOf = (principal: string, account: string, roleName: string): string =>
  `arn:${partsOf(principal).partition}:iam::${account}:role/${roleName}`;

/**
 * How trust policies name who has an ARN, as patterns; undefined for a root user, whom AWS lets
 * assume no role. A session of a role does not tell on which path its role lies.
 */
export const principalsOf = (arn: string): string[] | undefined => {
  const { partition, service, account, resource } = partsOf(arn);
  if (resource === 'root') return undefined;
  const [kind, name] = resource.split('/');
  if (service !== 'sts' || kind !== 'assumed-role') return [arn];
  const role = `arn:${partition}:iam::${account}:role`;
  return [`${role}/${name}`, `${role}/*/${name}`];
};

export const templateFile = 'cloudwarden-role.json';

const launchUrl = (region: string): string =>
  `https://${region}.console.aws.amazon.com/cloudformation/home?region=${region}#/stacks/create`;

const cliCommand = ({ region, role_name }: AwsSetup): string =>
  [
    'aws cloudformation deploy',
    `--region ${region}`,
    `--stack-name ${role_name}`,
    `--template-file ${templateFile}`,
    '--capabilities CAPABILITY_NAMED_IAM',
  ].join(' ');

export const setupView = (setup: AwsSetup): AwsSetupView => ({
  setup_id: setup._id,
  externalId: setup.external_id,
  targetPrincipal: setup.principals.join(', '),
  role_name: setup.role_name,
  template: JSON.stringify(roleTemplate(setup), undefined, 2),
  launch_url: launchUrl(setup.region),
  aws_cli_command: cliCommand(setup),
  expires_at: isoTime(setup.expires_at * 1000),
});

const states: Record<RoleProof['kind'], AwsSetupCheck['state']> = {
  proven: 'DEPLOYED',
  waiting: 'WAITING',
  unknown: 'WAITING',
  refused: 'REFUSED',
};

export const checkOf = (proof: RoleProof): AwsSetupCheck => ({
  state: states[proof.kind],
  ...(proof.kind !== 'proven' && { reason: proof.reason }),
});
