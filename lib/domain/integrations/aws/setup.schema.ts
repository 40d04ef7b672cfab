import * as z from 'zod';
import { newIntegration } from '../integration.schema.ts';
import { awsRegions } from './regions.schema.ts';

/** How people write an account ID in groups of four digits. */
const accountSeparators = /[\s-]/g;

export const awsAccountId = z
  .string('Please enter Account ID')
  .overwrite((entered) => entered.replaceAll(accountSeparators, ''))
  .regex(/^\d{12}$/, 'An account ID has 12 digits.');

const region = z.enum(Object.keys(awsRegions) as [string, ...string[]], 'Choose a region.');

/** The root of an organisation, or a unit of it. */
const unit = z
  .string()
  .trim()
  .regex(
    /^(r-[0-9a-z]{4,32}|ou-[0-9a-z]{4,32}-[0-9a-z]{8,32})$/,
    'Enter a root such as r-a1b2, or a unit such as ou-a1b2-c3d4e5f6.',
  );

/** Accounts that one setup connects: each look at them asks STS three times for each. */
const mostAccounts = 50;

export const newAwsSetup = z
  .strictObject({
    aws_account: awsAccountId,
    /** Further accounts of the same organisation: a StackSet makes the role in all of them. */
    further_accounts: z
      .array(awsAccountId)
      .max(mostAccounts - 1, `Connect at most ${mostAccounts} accounts at once.`)
      .transform((accounts) => [...new Set(accounts)])
      .default([]),
    /** Where the StackSet makes the role; without units it is one account's stack. */
    units: z.array(unit).max(20, 'Enter at most 20 units.').default([]),
    /** Where the stack is launched, and where calls go that name no region. */
    region,
    /** Whether the role may change what bots usually mend, or only read. */
    allow_actions: z.boolean().default(false),
  })
  .refine(({ further_accounts, units }) => further_accounts.length === 0 || units.length > 0, {
    path: ['units'],
    error: 'Several accounts are connected by a StackSet. Enter the units that have them.',
  });

/** What is known of a connection before the customer has made the role. */
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
  /** Who assumes the role: patterns of ARNs. */
  principals: z.array(z.string()),
  /** Milliseconds. */
  created_at: z.number(),
  /** Seconds. */
  expires_at: z.number(),
});
export type AwsSetup = z.infer<typeof awsSetup>;

/** What a setup was begun for: whoever goes on with it later begins with it. */
const asked = awsSetup.pick({
  aws_account: true,
  further_accounts: true,
  units: true,
  region: true,
  allow_actions: true,
});

export const awsSetupView = asked.extend({
  setup_id: z.string(),
  externalId: z.string(),
  targetPrincipal: z.string(),
  role_name: z.string(),
  /** The CloudFormation template of the role, with all values filled in. */
  template: z.string(),
  /** Launches the stack in the AWS console; only where CloudFormation can read its template. */
  launch_url: z.string().optional(),
  /** Where AWS makes StackSets: the template is uploaded there. Only for an organisation. */
  stack_sets_url: z.string().optional(),
  /** The same from a command line, beside the file of the template. */
  aws_cli_command: z.string(),
  /** ISO. */
  expires_at: z.string(),
});
export type AwsSetupView = z.infer<typeof awsSetupView>;

/** What brings the role of a connected account up to date: its name and external id stay. */
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
    /** Its template of today: for a role that only reads, and for one that also acts. */
    templates: z.object({ reads: z.string(), acts: z.string() }),
  });
export type AwsRoleView = z.infer<typeof awsRoleView>;

export const awsSetupStates = ['WAITING', 'DEPLOYED', 'REFUSED'] as const;

/** What the last look at the role of one account found. */
const foundRole = z.object({ state: z.enum(awsSetupStates), reason: z.string().optional() });

const accountCheck = foundRole.extend({ aws_account: z.string() });
export type AwsAccountCheck = z.infer<typeof accountCheck>;

/**
 * What the last look found: `DEPLOYED` where all roles are there. `accounts` tells each of an
 * organisation.
 */
export const awsSetupCheck = foundRole.extend({ accounts: z.array(accountCheck).optional() });
export type AwsSetupCheck = z.infer<typeof awsSetupCheck>;

export const awsConnection = newIntegration.pick({ alias: true, groups: true });

/** What became of the accounts of an organisation: those that wait can be connected later. */
export const awsConnected = z.object({
  connected: z.array(z.object({ aws_account: z.string(), accountId: z.string() })),
  waiting: z.array(accountCheck),
});
export type AwsConnected = z.infer<typeof awsConnected>;
