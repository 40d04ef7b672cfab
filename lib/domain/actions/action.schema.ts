import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';
import { categories } from '../integrations/catalogue-entry.schema.ts';
import { executableTypes, parameterTypes } from './definition.schema.ts';

const parameter = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(parameterTypes),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
  default: z.union([z.string(), z.number()]).optional(),
  description: z.string(),
});

/** An action as lists show it. */
export const actionSummary = z.object({
  /** Stays the same from release to release: bots and links name it. */
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  integration_type: z.string(),
  /** That of the type of integrations. */
  category: z.enum(categories),
  executable_type: z.enum(executableTypes),
  /** A bot has to ask people before it runs. */
  approval_required: z.boolean(),
});
export type ActionSummary = z.infer<typeof actionSummary>;

/** An action with what it is given and what it calls. */
export const actionView = actionSummary.extend({
  parameters_definition: z.array(parameter),
  /** What it does in one line: `POST /chat.postMessage`. */
  calls: z.string(),
});
export type ActionView = z.infer<typeof actionView>;

export const actionPage = pageOf(actionSummary);
