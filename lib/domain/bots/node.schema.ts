import * as z from 'zod';
import { headerToken } from '#lib/kernel/header.ts';

/**
 * Text in which `{% … %}` parts are JSONata expressions over `$event`, `$nodes.<name>`, `$run` and
 * `$site`. A text that is one expression as a whole yields its value, any other text yields text.
 */
const template = (max = 10_000) => z.string().max(max);

const noSettings = z.strictObject({});

const startSettings = z.strictObject({
  trigger_type: z
    .enum(['on_demand', 'event_driven'])
    .default('on_demand')
    .meta({ title: 'Trigger', description: 'What starts a run of this bot.' }),
  listener_id: z
    .string()
    .max(60)
    .optional()
    .meta({ title: 'Listener', description: 'Its events start the bot.', control: 'listener' }),
});

const conditionSettings = z.strictObject({
  expression: template().min(1, 'Enter an expression.').default('').meta({
    title: 'Expression',
    description: "True goes on at 'yes', everything else at 'no'.",
    placeholder: "{% $event.severity = 'HIGH' %}",
    control: 'expression',
  }),
});

const delaySettings = z.strictObject({
  seconds: z
    .union([z.number().int().min(1).max(31_536_000), template().min(1)], 'Enter whole seconds.')
    .default(60)
    .meta({
      title: 'Seconds to wait',
      description: 'A whole number up to one year, or an expression that yields one.',
      control: 'expression',
    }),
});

const approvalSettings = z.strictObject({
  approvers: z.array(z.string().trim().min(3).max(1000)).max(50).default([]).meta({
    title: 'Approvers',
    description: 'E-mail addresses. ROOT may always decide.',
    control: 'texts',
  }),
  approvals_required: z
    .number()
    .int()
    .min(1)
    .max(50)
    .default(1)
    .meta({ title: 'Approvals required', description: 'How many people must approve.' }),
  expires_in_minutes: z
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(1440)
    .meta({ title: 'Expires after', description: 'Minutes; then it counts as rejected.' }),
  message: template().min(1, 'Say what is asked.').default('').meta({
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
});

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

const httpRequestSettings = z.strictObject({
  method: z.enum(httpMethods).default('GET').meta({ title: 'Method' }),
  url: template(2000)
    .min(1, 'Enter a URL.')
    .default('')
    .meta({ title: 'URL', placeholder: 'https://api.example.com/v1/hosts', control: 'expression' }),
  headers: z
    .array(z.strictObject({ name: headerToken, value: template(4000) }))
    .max(50)
    .default([])
    .meta({ title: 'Headers', control: 'headers' }),
  body: template(100_000).optional().meta({
    title: 'Body',
    description: 'Text, or an expression; an object is sent as JSON.',
    control: 'textarea',
  }),
  timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(30)
    .default(30)
    .meta({ title: 'Timeout', description: 'Seconds for the whole call.' }),
});

const noteSettings = z.strictObject({
  text: z.string().max(5000).default('').meta({ title: 'Text', control: 'textarea' }),
});

/**
 * Settings of every node kind: the editor's form, the check and the engine read the same schema.
 */
export const nodeSettings = {
  start: startSettings,
  end: noSettings,
  condition: conditionSettings,
  delay: delaySettings,
  approval: approvalSettings,
  http_request: httpRequestSettings,
  note: noteSettings,
} as const;

export type NodeKind = keyof typeof nodeSettings;
export type NodeSettings<K extends NodeKind = NodeKind> = z.output<(typeof nodeSettings)[K]>;

/**
 * Names of the ways out of each kind; a kind with one unnamed way has `next`; none ends or stands
 * apart.
 */
export const nodeHandles: Record<NodeKind, readonly string[]> = {
  start: ['next'],
  end: [],
  condition: ['yes', 'no'],
  delay: ['next'],
  approval: ['approved', 'rejected'],
  http_request: ['next'],
  note: [],
};

/** What the palette and the node reference say about each kind. */
export const nodeCatalogue: Record<NodeKind, { label: string; description: string }> = {
  start: { label: 'Start', description: 'Where every run begins.' },
  end: { label: 'End', description: 'The run has succeeded.' },
  condition: { label: 'Condition', description: 'Goes on at yes or no.' },
  delay: { label: 'Delay', description: 'Waits for a time, without using anything.' },
  approval: { label: 'Approval', description: 'Asks people before something changes.' },
  http_request: { label: 'HTTP request', description: 'Calls an address.' },
  note: { label: 'Note', description: 'A text on the canvas; it does nothing.' },
};

/** Kinds without effect: computed again rather than written one by one. */
export const pureKinds: ReadonlySet<NodeKind> = new Set(['start', 'end', 'condition', 'note']);
