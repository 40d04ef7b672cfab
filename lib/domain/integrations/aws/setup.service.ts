import { randomBytes } from 'node:crypto';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { derivedId, randomId } from '#lib/kernel/ids.ts';
import { conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { requireType } from '../catalogue.service.ts';
import type { integrationRoutes } from '../integration.routes.ts';
import type { Integration } from '../integration.schema.ts';
import { awsOrganisation, type Connect } from './organisation.service.ts';
import type { ProveRole, StsAnswer } from './role.schema.ts';
import {
  checkStateOf,
  principalsOf,
  roleArnOf,
  roleNameOf,
  roleOfAccount,
  roleView,
  setupView,
} from './setup.rules.ts';
import type { AwsRoleView, AwsSetup } from './setup.schema.ts';
import { awsSetupStore } from './setup.store.ts';

export type AwsSetupDeps = {
  db: Database;
  clock: Clock;
  /** The connection to AWS. */
  aws: {
    /** The prefix of the names of roles that we may assume. */
    rolePrefix: string;
    /** The ARN that assumes them, in which `*` may stand for any text. */
    whoAssumes: () => Promise<StsAnswer<string>>;
    proveRole: ProveRole;
    /** The URL from which customers' CloudFormation reads `launchTemplate`, if there is one. */
    templateUrl?: () => Promise<string>;
  };
};

const daySeconds = 24 * 3600;

/** The principals that assume customers' roles, or a sentence that says why there are none. */
const assumingPrincipals = (answer: StsAnswer<string>): string[] | string => {
  if (answer.kind === 'denied') return 'AWS rejects the credentials of this server.';
  if (answer.kind === 'failed') return answer.reason;
  const root = 'This server uses the credentials of an AWS root user, which cannot assume roles.';
  return principalsOf(answer.value) ?? root;
};

/** Why no AWS account can be connected here or, if some can, whether there is a launch link. */
export const readSetupAvailability = async ({ aws }: Pick<AwsSetupDeps, 'aws'>) => {
  const found = assumingPrincipals(await aws.whoAssumes());
  if (typeof found === 'string') return { hindrance: found };
  return aws.templateUrl ? { launch_link: true as const } : {};
};

/**
 * How to update the role of a connected account; the test of the integration verifies it later.
 * Throws 404 if it is not an AWS account, 409 if it is a sample.
 */
export const readRoleUpdate = async (
  { aws }: Pick<AwsSetupDeps, 'aws'>,
  found: Integration,
): Promise<AwsRoleView> => {
  if (requireType(found.cspName).auth.kind !== 'aws_role') throw notFound('AWS account');
  if (found.sample) throw conflict(`${found.alias} is a sample account, so it has no role.`);
  const principals = assumingPrincipals(await aws.whoAssumes());
  if (typeof principals === 'string') throw conflict(principals);
  return roleView(found, principals);
};

type SetupCalls =
  'initAwsSetup' | 'getAwsSetup' | 'checkAwsSetup' | 'connectAwsSetup' | 'connectAwsOrganisation';

/** Calls that set up AWS accounts. External ids and role names are generated, never chosen. */
export const awsSetupService = (
  { db, clock, aws }: AwsSetupDeps,
  connect: Connect,
): Pick<Service<typeof integrationRoutes>, SetupCalls> => {
  const find = async ({ tenant_id }: Caller, id: string): Promise<AwsSetup> => {
    const found = await awsSetupStore(db, tenant_id).get(id);
    if (!found) throw notFound('setup');
    if (found.expires_at * 1000 > clock()) return found;
    throw conflict('This setup has expired: a setup is valid for one day. Begin again.');
  };

  const prove = (setup: AwsSetup, account = setup.aws_account) =>
    aws.proveRole(roleOfAccount(setup, account));

  const ofOrganisation = awsOrganisation(prove, connect);

  return {
    async initAwsSetup({ tenant_id }, input) {
      const principals = assumingPrincipals(await aws.whoAssumes());
      if (typeof principals === 'string') throw conflict(principals);
      const created_at = clock();
      const _id = randomId('set');
      const role_name = roleNameOf(aws.rolePrefix, _id);
      const setup = {
        ...input,
        _id,
        role_name,
        role_arn: roleArnOf(principals[0] ?? '', input.aws_account, role_name),
        external_id: randomBytes(24).toString('hex'),
        principals,
        created_at,
        expires_at: Math.floor(created_at / 1000) + daySeconds,
      };
      await awsSetupStore(db, tenant_id).create(setup);
      return setupView({ ...setup, tenant_id }, await aws.templateUrl?.());
    },

    getAwsSetup: async (caller, { setup_id }) =>
      setupView(await find(caller, setup_id), await aws.templateUrl?.()),

    async checkAwsSetup(caller, { setup_id }) {
      const setup = await find(caller, setup_id);
      if (setup.units.length === 0) return checkStateOf(await prove(setup));
      return ofOrganisation.check(setup);
    },

    connectAwsOrganisation: async (caller, { setup_id, ...naming }) =>
      ofOrganisation.connect(caller, await find(caller, setup_id), naming),

    /** Repeated, it returns the same integration. */
    async connectAwsSetup(caller, { setup_id, ...naming }) {
      const setup = await find(caller, setup_id);
      const proof = await prove(setup);
      if (proof.kind !== 'proven') throw conflict(proof.reason);
      const { aws_account, region, role_arn, external_id } = setup;
      return connect(caller, {
        ...naming,
        _id: derivedId('int', setup.created_at, setup_id),
        cspName: 'aws',
        values: { account_id: aws_account, region, role_arn, external_id },
        connected_as: proof.arn,
      });
    },
  };
};
