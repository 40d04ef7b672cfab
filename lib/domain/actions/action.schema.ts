import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';
import { categories } from '../integrations/catalogue-entry.schema.ts';
import { executableTypes, parameterTypes } from './definition.schema.ts';
import { toolFacts } from './tool-facts.schema.ts';

const parameter = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(parameterTypes),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
  default: z.union([z.string(), z.number()]).optional(),
  description: z.string(),
});

/** Owner of an action: `self` for the organisation's own, `all` for ready-made ones. */
export const owners = ['self', 'all'] as const;

/**
 * How an AI agent may use an action: `reads`: without asking; `asks`: with approval of each call;
 * `none`: not at all, because it is more than one call.
 */
export const agentUses = ['reads', 'asks', 'none'] as const;
export type AgentUse = (typeof agentUses)[number];

/** An action as shown in lists. */
export const actionSummary = z.object({
  /** Stable across releases: bots and links refer to it. */
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  integration_type: z.string(),
  /** The types of integrations that it runs with; `integration_type` comes first. */
  integration_types: z.array(z.string()),
  /** The category of its integration type. */
  category: z.enum(categories),
  executable_type: z.enum(executableTypes),
  agent_use: z.enum(agentUses),
  /** How it handles data when it is a tool of an AI agent. */
  agent_facts: toolFacts,
  /** Whether a bot has to ask for approval before running it. */
  approval_required: z.boolean(),
  owner: z.enum(owners),
  /** For own actions: the version, and who created and changed it, and when. */
  version: z.number().int().optional(),
  user_id: z.string().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  updated_by: z.string().optional(),
});
export type ActionSummary = z.infer<typeof actionSummary>;

/** An action with its parameters and its call. */
export const actionView = actionSummary.extend({
  parameters_definition: z.array(parameter),
  /** The call in one line: `POST /chat.postMessage`. */
  calls: z.string(),
  /** The full definition of the call. */
  call: z.unknown(),
});
export type ActionView = z.infer<typeof actionView>;

export const actionPage = pageOf(actionSummary);

/** A bot that uses an action, in its published version, its draft, or both. */
export const actionUse = z.object({
  bot_id: z.string(),
  name: z.string(),
  status: z.enum(['enabled', 'disabled']),
  used_in: z.array(z.enum(['published', 'draft'])),
});
export type ActionUse = z.infer<typeof actionUse>;
