import * as z from 'zod';
import { shownName } from '#lib/kernel/one-line.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { agentTypes } from './agent-platform.schema.ts';

export const agentType = z.enum(agentTypes, 'Agents work for Kubernetes clusters and Linux hosts.');

/** `REGISTRATION_IN_PROGRESS` until the installed program has enrolled. */
export const agentStatuses = ['REGISTRATION_IN_PROGRESS', 'REGISTRATION_COMPLETED'] as const;

/** `HEALTHY` while its last claim is young. */
export const resourceStatuses = ['HEALTHY', 'UNHEALTHY'] as const;

/** Whether somebody made it a key to enrol with that was not used: `open` for an hour. */
export const enrolmentStates = ['none', 'open', 'expired'] as const;

export const agentId = z.string().max(60);

const name = shownName({
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
  .regex(/^[\x20-\x7e]*$/, 'A fact about an agent is plain text.');

/** What the program says of itself and of where it runs. */
export const agentFacts = z.strictObject({
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'A version looks like 1.2.3.'),
  os: fact,
  architecture: fact,
  hostname: fact.optional(),
  kubernetes_version: fact.optional(),
});

/** 32 bytes of Ed25519, as base64url. */
export const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This is no Ed25519 key.');

/** As stored. */
export const agent = z.object({
  ...agentFacts.partial().shape,
  tenant_id: z.string(),
  _id: z.string(),
  name: z.string(),
  integration_id: z.string(),
  integration_type: agentType,
  status: z.enum(agentStatuses),
  /** Where its last claim came from. */
  ip_address: z.string().optional(),
  /** What its calls are signed with since it enrolled. */
  public_key: z.string().optional(),
  /** The key that it may enrol with, until it has. */
  enrolment: z.object({ key_id: z.string(), expires_at: z.string() }).optional(),
  /** The key that it has enrolled with: the same program may ask again for what it was answered. */
  enrolled_with: z.string().optional(),
  enrolled_at: z.string().optional(),
  last_claim_at: z.string().optional(),
  /** The process that works with its key, which no other may use until then. */
  running: z.object({ instance: z.string(), until: z.string() }).optional(),
  /** Who added it. */
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
    /** Until when the key that was made for it lets it enrol; absent once it does not. */
    enrolment_expires_at: z.string().optional(),
    /** The version that there is. */
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

/** The only answer that holds the key: it is good for one enrolment within an hour. */
export const createdAgentKey = z.object({
  api_key_id: z.string(),
  api_key_secret: z.string(),
  name: z.string(),
  entity_type: z.literal('agent'),
  metadata: z.object({ integration_id: z.string(), agent_id: z.string() }),
  agent_id: z.string(),
  expires_on: z.string(),
});

/** The program as it is served. */
export const agentRelease = z.object({
  /** Why no agent of this type could reach the product. */
  unusable: z.string().optional(),
  latest: z.string(),
  /** Of the program, in hexadecimal. */
  sha256: z.string(),
  program_url: z.string(),
  /** Replaces the program of an agent of this type, after looking at its checksum. */
  update_command: z.string(),
});

/** What is put in place of this in the file, and nowhere else, is the key. */
export const enrolmentKeyPlaceholder = 'PASTE_THE_ENROLMENT_KEY_HERE';

/** A file that installs one agent, whole but for its key. */
export const agentInstall = z.object({
  /** Why the agent could not work: nobody is to run the file then. */
  unusable: z.string().optional(),
  /** Where alone it would work. */
  warning: z.string().optional(),
  file_name: z.string(),
  media_type: z.string(),
  content: z.string(),
  /** What a person runs, with the file beside them. */
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

/** What an agent knows once it has enrolled. */
export const enrolled = z.object({
  agent_id: z.string(),
  tenant_id: z.string(),
  integration_type: agentType,
  /** Ed25519, as base64url: the agent takes jobs that are signed with it, and no others. */
  server_key: z.string(),
  /** Where its further calls go, without a slash at the end. */
  calls_url: z.string(),
});
