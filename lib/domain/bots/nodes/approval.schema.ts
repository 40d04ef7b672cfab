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
    description: 'E-mail addresses. ROOT users may always decide; if empty, only they may.',
    control: 'texts',
  }),
  approvals_required: approvalsRequired,
  expires_in_minutes: z
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(1440)
    .meta({
      title: 'Expires after',
      description: 'Minutes. The approval is rejected when this time is over.',
    }),
  message: template().min(1, 'Enter a message.').default('').meta({
    title: 'Message',
    description: 'The question for the approvers.',
    control: 'textarea',
  }),
  resources: template().optional().meta({
    title: 'Resources',
    description: 'An expression that yields the resources to change: objects with id and name.',
    placeholder: '{% $event.resources %}',
    control: 'expression',
  }),
  resources_total: template().optional().meta({
    title: 'Out of',
    description:
      "The total number of resources, for the bot's limit in percent. If it is empty, that limit " +
      'does not apply here.',
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
        'The node that read the resources. It runs again after the approval, and only resources ' +
        'that have not changed since then continue. A query of the last scan that names its ' +
        'integrations then runs live.',
      control: 'node',
    }),
  no_self_approval: z.boolean().default(false).meta({
    title: 'Others must approve',
    description:
      'People who started the run or a run that led to it, or wrote to one of its agents, cannot ' +
      'decide, even as ROOT.',
  }),
});
