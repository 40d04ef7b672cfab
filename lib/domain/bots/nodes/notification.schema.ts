import * as z from 'zod';
import { integrationSetting } from './integration-setting.schema.ts';
import { template } from './template.schema.ts';

export const channels = [
  'email',
  'ms_teams',
  'google_chat',
  'slack',
  'discord',
  'webhook',
] as const;
export type NotificationChannel = (typeof channels)[number];

const chatChannels: NotificationChannel[] = ['ms_teams', 'google_chat', 'slack', 'discord'];
const peopleChannels: NotificationChannel[] = ['email', ...chatChannels];

const linkAddress = template(2000).refine(
  (text) => text === '' || text.includes('{%') || /^https?:\/\/./i.test(text),
  'Start with https:// or http://.',
);

const settings = z.strictObject({
  channel: z
    .enum(channels)
    .default('email')
    .meta({ title: 'Channel', description: 'The channel to send to.' }),
  to: z
    .array(z.string().trim().min(3).max(1000))
    .max(50)
    .default([])
    .meta({
      title: 'To',
      description: 'E-mail addresses, or expressions that yield them.',
      control: 'texts',
      when: { channel: ['email'] },
    }),
  integration: integrationSetting.optional().meta({
    title: 'Integration',
    description:
      'The chat to post to. A signed webhook receives a POST request with JSON: id, subject, ' +
      'message and data, signed with HMAC-SHA256 in X-Hub-Signature-256, as our listeners read ' +
      'it, and in a second header that also covers the time.',
    control: 'integration',
    uses: ['messages', 'signed_messages'],
    needed: true,
    when: { channel: [...chatChannels, 'webhook'] },
  }),
  mail_server: integrationSetting.optional().meta({
    title: 'Mail server',
    description:
      'The server that sends the e-mail, from your own address. If empty, Cloudwarden sends it.',
    control: 'integration',
    uses: ['mail'],
    when: { channel: ['email'] },
  }),
  subject: template(1000).default('').meta({
    title: 'Subject',
    description: 'One line; the headline in a chat.',
  }),
  message: template().min(1, 'Enter a message.').default('').meta({
    title: 'Message',
    description: 'Plain text: links and mentions in it are not activated.',
    control: 'textarea',
  }),
  link: linkAddress.optional().meta({
    title: 'Link',
    description: 'A page that people can open. Opening it does not decide anything.',
    placeholder: "{% $site.url & '/app#/bots/executions/' & $run.id %}",
    control: 'expression',
    when: { channel: peopleChannels },
  }),
  link_text: template(100)
    .default('Open')
    .meta({ title: 'Text of the link', when: { channel: chatChannels } }),
  data: template()
    .optional()
    .meta({
      title: 'Data',
      description: 'An expression. Its value is sent together with the message.',
      placeholder: '{% $event %}',
      control: 'expression',
      when: { channel: ['webhook'] },
    }),
});

type Settings = z.output<typeof settings>;

const requiredSettings: [
  field: keyof Settings,
  when: (values: Settings) => boolean,
  message: string,
][] = [
  ['to', ({ channel, to }) => channel === 'email' && to.length === 0, 'Enter an address.'],
  ['subject', ({ channel, subject }) => channel === 'email' && subject === '', 'Enter a subject.'],
  [
    'integration',
    ({ channel, integration }) => channel !== 'email' && integration?.id === undefined,
    'Choose one of the integrations.',
  ],
  [
    'integration',
    ({ channel, integration }) =>
      channel !== 'email' && integration?.id !== undefined && integration.type !== channel,
    'This integration does not fit the channel. Choose one of the right type.',
  ],
];

export const notificationSettings = settings.superRefine((values, context) => {
  for (const [field, isMissing, message] of requiredSettings) {
    if (isMissing(values)) context.addIssue({ code: 'custom', path: [field], message });
  }
});
