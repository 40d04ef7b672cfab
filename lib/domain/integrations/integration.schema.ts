import * as z from 'zod';
import { baseRevision } from '#lib/kernel/revision.ts';
import { userChosenName } from '#lib/kernel/user-chosen-name.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { secretMask } from '#lib/kernel/text.ts';
import { categories } from './catalogue-entry.schema.ts';
import { mcpTool } from './mcp-tool.schema.ts';

/** `INACTIVE` until its connection was tested; `ERROR` after a failed test. */
export const integrationStates = ['ACTIVE', 'INACTIVE', 'ERROR', 'TESTING'] as const;
export type IntegrationState = (typeof integrationStates)[number];

/** What an integration can be used for. */
export const integrationUses = [
  'requests',
  'messages',
  'signed_messages',
  'mail',
  'database',
  'aws',
  'agents',
  'tools',
] as const;
export type IntegrationUse = (typeof integrationUses)[number];

/** The name of a type, as it is used in URLs. */
export const typeName = z.string().regex(/^[a-z0-9_]{1,40}$/, 'Choose an integration type.');

export const alias = userChosenName(z.string('Please enter alias'), 'alias', 'integration');

const group = z
  .string()
  .trim()
  .min(1, 'Enter the name of the group.')
  .max(60, 'The name of a group has at most 60 characters.')
  .regex(/^[A-Za-z0-9 _.-]*$/, 'Use letters, digits, spaces, dots, hyphens and underscores.');

export const maxGroups = 10;

const groups = z
  .array(group)
  .max(maxGroups, `Give at most ${maxGroups} groups.`)
  .transform((list) => [...new Set(list)]);

/** The values entered into the form of the type, by field name. */
const values = z.record(
  z.string().max(60),
  z.union([z.string().max(50_000, 'The text is too long.'), z.boolean().transform(String)]),
);

export const newIntegration = z.strictObject({
  cspName: typeName,
  alias,
  groups: groups.refine((list) => list.length > 0, 'Please enter groups'),
  values: values.default({}),
});

/**
 * The type cannot change; a blank secret, or the mask, keeps the stored one. `base_revision` is the
 * revision that the user edited: a change of somebody else since then is not overwritten.
 */
export const integrationChange = z.strictObject({
  base_revision: baseRevision,
  alias,
  groups: groups.optional(),
  values: values.default({}),
  /** Fields to delete: needed for optional secrets, since a blank one keeps the stored value. */
  removed: z.array(z.string().max(60)).max(100).default([]),
});

/** A call that a sample account handled: it reached no cloud, but changes the next scan. */
const sampleCall = z.object({
  /** For example `s3:PutPublicAccessBlock`. */
  call: z.string(),
  region: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  at: z.string(),
});
export type SampleCall = z.infer<typeof sampleCall>;

/** As stored: secrets are sealed, and never returned. Pages call `_id` the account id. */
export const integration = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  alias: z.string(),
  cspName: z.string(),
  groups: z.array(z.string()),
  /** The values that are not secret. */
  values: z.record(z.string(), z.string()),
  /** The secret values, sealed as JSON; absent if there are none. */
  sealed_values: z.string().optional(),
  /** The names of the fields in `sealed_values`. */
  secret_names: z.array(z.string()),
  /** The hosts that the secrets may be sent to. */
  hosts: z.array(z.string()),
  integrationState: z.enum(integrationStates),
  /** Why the last test failed, as a sentence for people. */
  state_reason: z.string().optional(),
  /** The account name that the other system reports for this connection. */
  connected_as: z.string().optional(),
  tested_at: z.string().optional(),
  /** The tools of an MCP server, as found by the last successful test. */
  mcp_tools: z.array(mcpTool).optional(),
  /** Whether the server has further tools, which are unusable or too many. */
  mcp_tools_incomplete: z.boolean().optional(),
  /** The test in progress, and the time (ISO) after which it counts as failed. */
  test: z
    .object({ id: z.string(), until: z.string(), daily: z.literal(true).optional() })
    .optional(),
  /** Set once it has worked: it is then tested daily, next at `retest_at`. */
  retest: z.literal('daily').optional(),
  retest_at: z.string().optional(),
  /** Its daily test failed in a way that may be temporary, and is repeated before that counts. */
  retest_again: z.literal(true).optional(),
  /** Since when daily tests have failed; its owners were mailed. */
  failed_at: z.string().optional(),
  /** Increased by every change of the settings, not by changes of the state. */
  revision: z.number().int(),
  /** Name of the sample account that it is: nothing outside is ever called for it. */
  sample: z.string().optional(),
  /** For a sample account: the latest call that bots have made for each key. */
  sample_calls: z.record(z.string(), sampleCall).optional(),
  /** For a renamed cluster: its former name, which the ids of its resources begin with. */
  scanned_as: z.string().optional(),
  /** The user who connected it. */
  userId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type NewIntegration = z.output<typeof newIntegration>;
export type IntegrationChange = z.output<typeof integrationChange>;
export type Integration = z.infer<typeof integration>;

export const integrationView = integration
  .omit({
    tenant_id: true,
    _id: true,
    sealed_values: true,
    secret_names: true,
    hosts: true,
    test: true,
    retest: true,
    retest_at: true,
    retest_again: true,
    sample_calls: true,
    scanned_as: true,
  })
  .extend({
    accountId: z.string(),
    category: z.enum(categories),
    connection_type: z.enum(['DIRECT', 'AGENT']),
    /** What bots can use it for. */
    used_for: z.enum(integrationUses),
    /** For types with agents: whether at least one of its agents is online. */
    agent_status: z.enum(['online', 'offline']).optional(),
    agent_ids: z.array(z.string()).optional(),
    /** How it is tested: by a call, by a message that is sent, or not at all. */
    tested_by: z.enum(['call', 'message', 'none']),
    /** Why it cannot be tested. */
    untested: z.string().optional(),
    /** The names of its secrets, each with a mask as value. */
    credentials: z.record(z.string(), z.literal(secretMask)),
    /** The hosts that its secrets may be sent to. */
    scopes: z.array(z.string()),
  });
export type IntegrationView = z.infer<typeof integrationView>;

export const integrationPage = pageOf(integrationView);

/** A bot that uses an integration, with its schedule and the actions that use the integration. */
export const usingBot = z.object({
  bot_id: z.string(),
  name: z.string(),
  status: z.enum(['enabled', 'disabled']),
  /** The versions of the bot that use it: the published one, and the newest saved one. */
  used_in: z.array(z.enum(['published', 'draft'])),
  schedule: z.object({ cron_expression: z.string(), tz_info: z.string() }).optional(),
  actions: z.array(z.object({ action_id: z.string(), name: z.string() })),
  /** The integrations, acting with the role of this one, through which the bot uses it. */
  through: z.array(z.string()).optional(),
});
export type UsingBot = z.infer<typeof usingBot>;

/** The schedule of an integration's scans. */
export const usingScan = z.object({ cron_expression: z.string(), tz_info: z.string() });
export type UsingScan = z.infer<typeof usingScan>;

/** An integration that uses the role of another one. */
export const usingIntegration = z.object({
  accountId: z.string(),
  alias: z.string(),
  cspName: z.string(),
});
export type UsingIntegration = z.infer<typeof usingIntegration>;
