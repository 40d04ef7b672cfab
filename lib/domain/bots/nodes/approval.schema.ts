import * as z from 'zod';
import { template } from './template.schema.ts';

export const approverList = z.array(z.string().trim().min(3).max(1000)).max(50);

export const approvalsRequired = z
  .number()
  .int()
  .min(1)
  .max(50)
  .default(1)
  .meta({ title: 'Approvals required', description: 'How many people must approve.' });

export const approvalSettings = z.strictObject({
  approvers: approverList.default([]).meta({
    title: 'Approvers',
    description: 'E-mail addresses; empty: the ROOT users, who may always decide.',
    control: 'texts',
  }),
  approvals_required: approvalsRequired,
  expires_in_minutes: z
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(1440)
    .meta({ title: 'Expires after', description: 'Minutes; then it counts as rejected.' }),
  message: template().min(1, 'Enter a message.').default('').meta({
    title: 'Message',
    description: 'What the approvers are asked.',
    control: 'textarea',
  }),
  resources: template().optional().meta({
    title: 'Resources',
    description: 'An expression that yields objects with id and name: what will change.',
    placeholder: '{% $event.resources %}',
    control: 'expression',
  }),
  resources_total: template().optional().meta({
    title: 'Out of',
    description:
      "How many there are in all: what the bot's limit in percent is measured against. Where it " +
      'is empty, that limit does not hold here.',
    placeholder: '{% $count($nodes.fetch.body) %}',
    control: 'expression',
  }),
  reread: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({
      title: 'Read again',
      description:
        'The node that read the resources. It is performed again after the approval, and only ' +
        'what is still as it was approved goes on. A query of the last scan that names its ' +
        'integrations is then asked live.',
      control: 'node',
    }),
  no_self_approval: z.boolean().default(false).meta({
    title: 'Others must approve',
    description:
      'Whoever started the run, or one that led to it, or wrote to an agent of it cannot decide, ' +
      'even as ROOT.',
  }),
});
