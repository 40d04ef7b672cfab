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

/** Whose an action is: the organisation's own, or everybody's, as it comes with the product. */
export const owners = ['self', 'all'] as const;

/**
 * How an agent may use an action: by itself, since it reads; behind an approval of each call; or
 * not at all, where it is more than one call.
 */
export const agentUses = ['reads', 'asks', 'none'] as const;
export type AgentUse = (typeof agentUses)[number];

/** An action as lists show it. */
export const actionSummary = z.object({
  /** Stays the same from release to release: bots and links name it. */
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  integration_type: z.string(),
  /** The types of integrations that it runs with, its own first. */
  integration_types: z.array(z.string()),
  /** That of the type of integrations. */
  category: z.enum(categories),
  executable_type: z.enum(executableTypes),
  agent_use: z.enum(agentUses),
  /** What it does to data where an agent has it as a tool. */
  agent_facts: toolFacts,
  /** A bot has to ask people before it runs. */
  approval_required: z.boolean(),
  owner: z.enum(owners),
  /** Of the organisation's own: which version it is, and who made and changed it, when. */
  version: z.number().int().optional(),
  user_id: z.string().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  updated_by: z.string().optional(),
});
export type ActionSummary = z.infer<typeof actionSummary>;

/** An action with what it is given and what it calls. */
export const actionView = actionSummary.extend({
  parameters_definition: z.array(parameter),
  /** What it does in one line: `POST /chat.postMessage`. */
  calls: z.string(),
  /** The same in full, as it is written. */
  call: z.unknown(),
});
export type ActionView = z.infer<typeof actionView>;

export const actionPage = pageOf(actionSummary);

/** A bot that names an action; one of the two versions that people see, or both. */
export const actionUse = z.object({
  bot_id: z.string(),
  name: z.string(),
  status: z.enum(['enabled', 'disabled']),
  used_in: z.array(z.enum(['published', 'draft'])),
});
export type ActionUse = z.infer<typeof actionUse>;
