import * as z from 'zod';
import { baseRevision } from '#lib/kernel/revision.ts';
import { ownName } from '#lib/kernel/own-name.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { secretMask } from '#lib/kernel/text.ts';
import { categories } from './catalogue-entry.schema.ts';
import { mcpTool } from './mcp-tool.schema.ts';

/** `INACTIVE` until its connection was tested; `ERROR` since a test of it failed. */
export const integrationStates = ['ACTIVE', 'INACTIVE', 'ERROR', 'TESTING'] as const;
export type IntegrationState = (typeof integrationStates)[number];

/** What an integration is good for. */
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

/** A type's name, as it stands in addresses. */
export const typeName = z.string().regex(/^[a-z0-9_]{1,40}$/, 'Choose an integration type.');

export const alias = ownName(z.string('Please enter alias'), 'alias', 'integration');

const group = z
  .string()
  .trim()
  .min(1, 'Enter the name of the group.')
  .max(60, 'The name of a group has at most 60 characters.')
  .regex(/^[A-Za-z0-9 _.-]*$/, 'Use letters, digits, spaces, dots, hyphens and underscores.');

export const mostGroups = 10;

const groups = z
  .array(group)
  .max(mostGroups, `Give at most ${mostGroups} groups.`)
  .transform((list) => [...new Set(list)]);

/** What was entered into the form of the type, by the names of its fields. */
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
 * The type stays; a blank secret, or the mask, keeps the one there is. `base_revision` is that of
 * the reading that was changed: what somebody else has changed since is not overwritten.
 */
export const integrationChange = z.strictObject({
  base_revision: baseRevision,
  alias,
  groups: groups.optional(),
  values: values.default({}),
  /** Fields of which nothing is to be stored any more: optional secrets, which blanks keep. */
  removed: z.array(z.string().max(60)).max(100).default([]),
});

/** A call that a sample account took: it reached no cloud, and changes what the next scan shows. */
const sampleCall = z.object({
  /** Such as `s3:PutPublicAccessBlock`. */
  call: z.string(),
  region: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  at: z.string(),
});
export type SampleCall = z.infer<typeof sampleCall>;

/** As stored: secrets sealed, never answered. `_id` is what pages call the account id. */
export const integration = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  alias: z.string(),
  cspName: z.string(),
  groups: z.array(z.string()),
  /** The values that are no secrets. */
  values: z.record(z.string(), z.string()),
  /** The others, as JSON; absent where the type has none. */
  sealed_values: z.string().optional(),
  /** Which of its fields `sealed_values` holds. */
  secret_names: z.array(z.string()),
  /** Where the secrets may be sent. */
  hosts: z.array(z.string()),
  integrationState: z.enum(integrationStates),
  /** Why the last test failed, for people. */
  state_reason: z.string().optional(),
  /** Who the other system says that it is connected as. */
  connected_as: z.string().optional(),
  tested_at: z.string().optional(),
  /** The tools of an MCP server, as its last test that succeeded has found them. */
  mcp_tools: z.array(mcpTool).optional(),
  /** Whether it has more, which cannot be used or are too many. */
  mcp_tools_incomplete: z.boolean().optional(),
  /** The test under way, and the time (ISO) after which it counts as failed. */
  test: z
    .object({ id: z.string(), until: z.string(), daily: z.literal(true).optional() })
    .optional(),
  /** It has worked, so that it is tested each day; when next. */
  retest: z.literal('daily').optional(),
  retest_at: z.string().optional(),
  /** Its daily test met what may pass, and is done once more before that counts. */
  retest_again: z.literal(true).optional(),
  /** Since when it fails, where a daily test found out: its owners were told. */
  failed_at: z.string().optional(),
  /** Raised by every change of what is stored, and by none of its state. */
  revision: z.number().int(),
  /** An account of the sample estate, by its name: nothing outside is ever called with it. */
  sample: z.string().optional(),
  /** Of a sample account: the calls that bots have made, each kind of call once. */
  sample_calls: z.record(z.string(), sampleCall).optional(),
  /** Of a cluster that was renamed: its name before, which the ids of its resources begin with. */
  scanned_as: z.string().optional(),
  /** Who connected it. */
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
    /** What nodes send with it. */
    used_for: z.enum(integrationUses),
    /** Where agents work for it: whether one of them asked for work a moment ago. */
    agent_status: z.enum(['online', 'offline']).optional(),
    agent_ids: z.array(z.string()).optional(),
    /** How it is tested: by reading something, by a message that is sent, or not at all. */
    tested_by: z.enum(['call', 'message', 'none']),
    /** Why it cannot be tested. */
    untested: z.string().optional(),
    /** The names of its secrets, each with the mask. */
    credentials: z.record(z.string(), z.literal(secretMask)),
    /** Where its secrets may be sent. */
    scopes: z.array(z.string()),
  });
export type IntegrationView = z.infer<typeof integrationView>;

export const integrationPage = pageOf(integrationView);

/** A bot that uses an integration: when it runs by itself, and the actions that it runs with it. */
export const usingBot = z.object({
  bot_id: z.string(),
  name: z.string(),
  status: z.enum(['enabled', 'disabled']),
  /** Which of its versions do: the one that runs, the newest that was saved. */
  used_in: z.array(z.enum(['published', 'draft'])),
  schedule: z.object({ cron_expression: z.string(), tz_info: z.string() }).optional(),
  actions: z.array(z.object({ action_id: z.string(), name: z.string() })),
  /** The integrations by which it does: they act with the role of this one. */
  through: z.array(z.string()).optional(),
});
export type UsingBot = z.infer<typeof usingBot>;

/** When an integration is scanned by itself. */
export const usingScan = z.object({ cron_expression: z.string(), tz_info: z.string() });
export type UsingScan = z.infer<typeof usingScan>;

/** An integration that acts with the role of another one. */
export const usingIntegration = z.object({
  accountId: z.string(),
  alias: z.string(),
  cspName: z.string(),
});
export type UsingIntegration = z.infer<typeof usingIntegration>;
