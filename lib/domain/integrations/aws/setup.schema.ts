import * as z from 'zod';
import { newIntegration } from '../integration.schema.ts';
import { awsRegions } from './regions.schema.ts';

/** Separators that people type between the groups of digits in an account ID. */
const accountSeparators = /[\s-]/g;

export const awsAccountId = z
  .string('Please enter Account ID')
  .overwrite((input) => input.replaceAll(accountSeparators, ''))
  .regex(/^\d{12}$/, 'An account ID must have 12 digits.');

const region = z.enum(Object.keys(awsRegions) as [string, ...string[]], 'Choose a region.');

/** The root of an AWS organisation, or an organisational unit. */
const unit = z
  .string()
  .trim()
  .regex(
    /^(r-[0-9a-z]{4,32}|ou-[0-9a-z]{4,32}-[0-9a-z]{8,32})$/,
    'Enter a root such as r-a1b2, or a unit such as ou-a1b2-c3d4e5f6.',
  );

/** Maximum number of accounts in one setup: each check calls STS three times per account. */
const maxAccounts = 50;

export const newAwsSetup = z
  .strictObject({
    aws_account: awsAccountId,
    /** Further accounts of the same organisation: a StackSet creates the role in all of them. */
    further_accounts: z
      .array(awsAccountId)
      .max(maxAccounts - 1, `Connect at most ${maxAccounts} accounts at once.`)
      .transform((accounts) => [...new Set(accounts)])
      .default([]),
    /** The units where the StackSet creates the role; empty for the stack of one account. */
    units: z.array(unit).max(20, 'Enter at most 20 units.').default([]),
    /** The region of the stack, and of calls that name no region. */
    region,
    /** Whether the role may make the usual changes of bots, or only read. */
    allow_actions: z.boolean().default(false),
  })
  .refine(({ further_accounts, units }) => further_accounts.length === 0 || units.length > 0, {
    path: ['units'],
    error:
      'Several accounts are connected with a StackSet. Enter the organisational units that ' +
      'contain them.',
  });

/** A connection that was begun, before the customer has created the role. */
export const awsSetup = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  aws_account: z.string(),
  further_accounts: z.array(z.string()).default([]),
  units: z.array(z.string()).default([]),
  region: z.string(),
  allow_actions: z.boolean(),
  role_name: z.string(),
  role_arn: z.string(),
  external_id: z.string(),
  /** Who may assume the role: patterns of ARNs. */
  principals: z.array(z.string()),
  /** Milliseconds. */
  created_at: z.number(),
  /** Seconds. */
  expires_at: z.number(),
});
export type AwsSetup = z.infer<typeof awsSetup>;

/** The input of a setup: another person who continues it later sees the same. */
const setupInput = awsSetup.pick({
  aws_account: true,
  further_accounts: true,
  units: true,
  region: true,
  allow_actions: true,
});

export const awsSetupView = setupInput.extend({
  setup_id: z.string(),
  externalId: z.string(),
  targetPrincipal: z.string(),
  role_name: z.string(),
  /** The CloudFormation template of the role, with all values filled in. */
  template: z.string(),
  /** A link that launches the stack; present only if CloudFormation can read its template. */
  launch_url: z.string().optional(),
  /** The AWS console page for StackSets, to upload the template; only for an organisation. */
  stack_sets_url: z.string().optional(),
  /** The same as a shell command, to run in the folder of the template file. */
  aws_cli_command: z.string(),
  /** ISO. */
  expires_at: z.string(),
});
export type AwsSetupView = z.infer<typeof awsSetupView>;

/** How to update the role of a connected account, which keeps its name and external id. */
export const awsRoleView = awsSetupView
  .pick({
    aws_account: true,
    region: true,
    externalId: true,
    targetPrincipal: true,
    role_name: true,
    aws_cli_command: true,
  })
  .extend({
    alias: z.string(),
    /** Its current templates: for a role that only reads, and for one that may also act. */
    templates: z.object({ reads: z.string(), acts: z.string() }),
  });
export type AwsRoleView = z.infer<typeof awsRoleView>;

export const awsSetupStates = ['WAITING', 'DEPLOYED', 'REFUSED'] as const;

/** The result of the last check of the role in one account. */
const foundRole = z.object({ state: z.enum(awsSetupStates), reason: z.string().optional() });

const accountCheck = foundRole.extend({ aws_account: z.string() });
export type AwsAccountCheck = z.infer<typeof accountCheck>;

/**
 * The result of the last check: `DEPLOYED` if all roles are ready. For an organisation, `accounts`
 * has the result of each account.
 */
export const awsSetupCheck = foundRole.extend({ accounts: z.array(accountCheck).optional() });
export type AwsSetupCheck = z.infer<typeof awsSetupCheck>;

export const awsConnection = newIntegration.pick({ alias: true, groups: true });

/** The accounts of an organisation: those connected, and those that can be connected later. */
export const awsConnected = z.object({
  connected: z.array(z.object({ aws_account: z.string(), accountId: z.string() })),
  waiting: z.array(accountCheck),
});
export type AwsConnected = z.infer<typeof awsConnected>;
