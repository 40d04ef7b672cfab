import * as z from 'zod';
import { newIntegration } from '../integration.schema.ts';
import { awsRegions } from './regions.schema.ts';

export const awsAccountId = z
  .string('Please enter Account ID')
  .trim()
  .regex(/^\d{12}$/, 'An account ID has 12 digits.');

const region = z.enum(Object.keys(awsRegions) as [string, ...string[]], 'Choose a region.');

export const newAwsSetup = z.strictObject({
  aws_account: awsAccountId,
  /** Where the stack is launched, and where calls go that name no region. */
  region,
  /** Whether the role may change what bots usually mend, or only read. */
  allow_actions: z.boolean().default(false),
});

/** What is known of a connection before the customer has made the role. */
export const awsSetup = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  aws_account: z.string(),
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

export const awsSetupView = z.object({
  setup_id: z.string(),
  externalId: z.string(),
  targetPrincipal: z.string(),
  role_name: z.string(),
  /** The CloudFormation template of the role, with all values filled in. */
  template: z.string(),
  /** Where the template is launched as a stack. */
  launch_url: z.string(),
  /** The same from a command line, beside the file of the template. */
  aws_cli_command: z.string(),
  /** ISO. */
  expires_at: z.string(),
});
export type AwsSetupView = z.infer<typeof awsSetupView>;

export const awsSetupStates = ['WAITING', 'DEPLOYED', 'REFUSED'] as const;

/** What the last look at the role found. */
export const awsSetupCheck = z.object({
  state: z.enum(awsSetupStates),
  reason: z.string().optional(),
});
export type AwsSetupCheck = z.infer<typeof awsSetupCheck>;

export const awsConnection = newIntegration.pick({ alias: true, groups: true });
