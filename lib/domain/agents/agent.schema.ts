import * as z from 'zod';
import { displayName } from '#lib/kernel/display-text.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { agentTypes } from './agent-platform.schema.ts';

export const agentType = z.enum(agentTypes, 'Agents support Kubernetes clusters and Linux hosts.');

/** `REGISTRATION_IN_PROGRESS` until the installed program has enrolled. */
export const agentStatuses = ['REGISTRATION_IN_PROGRESS', 'REGISTRATION_COMPLETED'] as const;

/** `HEALTHY` while its last claim is recent. */
export const resourceStatuses = ['HEALTHY', 'UNHEALTHY'] as const;

/** Whether the agent has an unused enrolment key: `open` for one hour, `expired` after it. */
export const enrolmentStates = ['none', 'open', 'expired'] as const;

export const agentId = z.string().max(60);

const name = displayName({
  missing: 'Please enter name',
  long: 'The name has at most 100 characters.',
});

export const newAgent = z.strictObject({
  name,
  integration_id: z.string().max(60),
  integration_type: agentType,
});

const fact = z
  .string()
  .max(100)
  .regex(/^[\x20-\x7e]*$/, 'A fact about an agent must be plain text.');

/** What the program reports about itself and the machine that it runs on. */
export const agentFacts = z.strictObject({
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'A version must have the form 1.2.3.'),
  os: fact,
  architecture: fact,
  hostname: fact.optional(),
  kubernetes_version: fact.optional(),
});

/** An Ed25519 public key: 32 bytes, as base64url. */
export const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This is not an Ed25519 key.');

/** As stored. */
export const agent = z.object({
  ...agentFacts.partial().shape,
  tenant_id: z.string(),
  _id: z.string(),
  name: z.string(),
  integration_id: z.string(),
  integration_type: agentType,
  status: z.enum(agentStatuses),
  /** The IP address of its last claim. */
  ip_address: z.string().optional(),
  /** The public key that verifies its calls, set when it enrols. */
  public_key: z.string().optional(),
  /** The key that it may enrol with; absent once it has enrolled. */
  enrolment: z.object({ key_id: z.string(), expires_at: z.string() }).optional(),
  /** The key that it enrolled with; the same program may repeat its enrolment with this key. */
  enrolled_with: z.string().optional(),
  enrolled_at: z.string().optional(),
  last_claim_at: z.string().optional(),
  /** The process that uses the key of this agent; no other process may use it before `until`. */
  running: z.object({ instance: z.string(), until: z.string() }).optional(),
  /** The user who added it. */
  user_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Agent = z.infer<typeof agent>;

export const agentView = agent
  .omit({
    tenant_id: true,
    public_key: true,
    enrolment: true,
    enrolled_with: true,
    running: true,
  })
  .extend({
    agent_id: z.string(),
    resource_status: z.enum(resourceStatuses),
    agent_status: z.enum(['online', 'offline']),
    enrolment: z.enum(enrolmentStates),
    /** When its unused enrolment key expires; absent once the key is used or expired. */
    enrolment_expires_at: z.string().optional(),
    /** The latest version of the program. */
    latest: z.string(),
  });
export type AgentView = z.infer<typeof agentView>;

export const agentPage = pageOf(agentView);

export const agentStatus = agentView.pick({
  agent_id: true,
  status: true,
  resource_status: true,
  agent_status: true,
  version: true,
  last_claim_at: true,
  enrolment: true,
  enrolment_expires_at: true,
});

/** The only response that contains the key, which is valid for one enrolment within an hour. */
export const createdAgentKey = z.object({
  api_key_id: z.string(),
  api_key_secret: z.string(),
  name: z.string(),
  entity_type: z.literal('agent'),
  metadata: z.object({ integration_id: z.string(), agent_id: z.string() }),
  agent_id: z.string(),
  expires_on: z.string(),
});

/** The latest program of agents, and how to update to it. */
export const agentRelease = z.object({
  /** Why no agent of this type could reach the product. */
  unusable: z.string().optional(),
  latest: z.string(),
  /** SHA-256 of the program, in hexadecimal. */
  sha256: z.string(),
  program_url: z.string(),
  /** A command that verifies the checksum and replaces the program of an agent of this type. */
  update_command: z.string(),
});

/** Placeholder in the installation file; the key replaces it there, and nowhere else. */
export const enrolmentKeyPlaceholder = 'PASTE_THE_ENROLMENT_KEY_HERE';

/** A file that installs one agent, complete except for its key. */
export const agentInstall = z.object({
  /** Why the agent could not work; the file should not be run then. */
  unusable: z.string().optional(),
  /** Where the agent would have to run in order to work. */
  warning: z.string().optional(),
  file_name: z.string(),
  media_type: z.string(),
  content: z.string(),
  /** The command that a person runs in the folder of the file. */
  command: z.string(),
  key_placeholder: z.literal(enrolmentKeyPlaceholder),
  version: z.string(),
  sha256: z.string(),
});

export const enrolment = z.strictObject({
  agent_id: agentId,
  public_key: publicKey,
  facts: agentFacts,
});

/** What an agent receives when it enrols. */
export const enrolmentResult = z.object({
  agent_id: z.string(),
  tenant_id: z.string(),
  integration_type: agentType,
  /** Ed25519, as base64url: the agent accepts only jobs that are signed with this key. */
  server_key: z.string(),
  /** The base URL of its further calls, without a trailing slash. */
  calls_url: z.string(),
});
