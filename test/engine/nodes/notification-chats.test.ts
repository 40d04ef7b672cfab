import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { closePeers, openHttpPeer, type Reply } from '../outgoing/peer.ts';
import { idempotencyKey, integrationId, nodeWorld, openedIntegration } from './node-world.ts';

const canary = 'T0/B0/canary7f3a';

let reply: Reply;
let chat: Awaited<ReturnType<typeof openHttpPeer>>;

beforeEach(async () => {
  reply = { status: 200, body: 'ok' };
  chat = await openHttpPeer(() => reply);
});
afterEach(closePeers);

const channels = ['ms_teams', 'google_chat', 'slack', 'discord'] as const;
type Channel = (typeof channels)[number];

const sendNotification = (
  channel: Channel,
  settings: object,
  overrides: Partial<OpenedIntegration> = {},
) => {
  const webhook_url = `${chat.url}/hook/${canary}`;
  const integration = openedIntegration(channel, { auth_type: 'webhook', webhook_url }, overrides);
  const world = nodeWorld({ allow: [chat.pair], integrations: [integration] });
  const all = { channel, integration: { type: channel, id: integrationId }, ...settings };
  return world.perform('notification', all);
};

const postedBody = () => JSON.parse(chat.seen[0]?.body ?? '') as Record<string, unknown>;

const notice = {
  subject: 'Public bucket',
  message: 'Bucket logs is public.\nOwner: anna',
  link: 'https://console.example/app#/runs/1?a=1&b=2',
  link_text: 'Show the run',
};

describe('posting a notification to a chat', () => {
  it.each(channels)('posts JSON for %s to the address of the integration', async (channel) => {
    const outcome = await sendNotification(channel, notice);
    expect(outcome).toEqual({ type: 'done', output: { channel, status: 200 }, handle: 'next' });
    const [sentRequest] = chat.seen;
    expect([sentRequest?.method, sentRequest?.path]).toEqual(['POST', `/hook/${canary}`]);
    expect(sentRequest?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    });
  });

  it('posts an embed with literal text to Discord', async () => {
    await sendNotification('discord', {
      ...notice,
      message: '**Bold** <@1> https://evil.example ```',
    });
    expect(postedBody()).toEqual({
      embeds: [
        {
          title: 'Public bucket',
          description: '```\n**Bold** <@1> https://evil.example ˋˋˋ\n```',
          url: notice.link,
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  it('posts an Adaptive Card to Microsoft Teams', async () => {
    await sendNotification('ms_teams', notice);
    expect(postedBody()).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [
                  { type: 'TextRun', text: 'Public bucket', size: 'Large', weight: 'Bolder' },
                ],
              },
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: 'Bucket logs is public.' }],
              },
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Owner: anna' }] },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Show the run', url: notice.link }],
          },
        },
      ],
    });
  });

  it('posts a card to Google Chat', async () => {
    await sendNotification('google_chat', notice);
    const button = { text: 'Show the run', onClick: { openLink: { url: notice.link } } };
    expect(postedBody()).toEqual({
      fallbackText: 'Public bucket: Bucket logs is public.\nOwner: anna',
      cardsV2: [
        {
          cardId: 'notification',
          card: {
            header: { title: 'Public bucket' },
            sections: [
              {
                widgets: [
                  { textParagraph: { text: notice.message } },
                  { buttonList: { buttons: [button] } },
                ],
              },
            ],
          },
        },
      ],
    });
  });

  it('posts blocks to Slack with the text for push notifications', async () => {
    await sendNotification('slack', notice);
    const link = '<https://console.example/app#/runs/1?a=1&amp;b=2|Show the run>';
    expect(postedBody()).toEqual({
      text: 'Public bucket: Bucket logs is public.\nOwner: anna',
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Public bucket', emoji: false } },
        { type: 'section', text: { type: 'plain_text', text: notice.message, emoji: false } },
        { type: 'section', text: { type: 'mrkdwn', text: link, verbatim: true } },
      ],
    });
  });

  it.each(channels)('omits a missing subject and link for %s', async (channel) => {
    await sendNotification(channel, { message: 'Done.' });
    expect(JSON.stringify(postedBody())).not.toMatch(/"(header|actions|buttonList|mrkdwn)"/);
  });
});

/** Text that a chat could read as a link, a mention or markup. */
const forged =
  '<!channel> <@U123> <!subteam^S1> <https://evil.example|your bank> <users/all> ' +
  '<a href="https://evil.example">your bank</a> <at>anna</at> [bank](https://evil.example) &amp;';

/** Every text in a message, with the type of the object that contains it. */
const textsIn = (value: unknown): [type: string, text: string][] => {
  if (typeof value !== 'object' || value === null) return [];
  const { type, ...fields } = { type: undefined, ...value };
  return Object.entries(fields).flatMap(([name, one]): [string, string][] =>
    typeof one === 'string' ? [[type ?? name, one]] : textsIn(one),
  );
};

describe('a message with forged links and mentions', () => {
  const forgedNotice = { subject: forged, message: forged, link: notice.link, link_text: forged };

  it('is plain text in Slack except for its own link', async () => {
    await sendNotification('slack', forgedNotice);
    const texts = textsIn(postedBody()).filter(([, text]) => text.includes('evil'));
    expect(texts.map(([type]) => type)).toEqual(['text', 'plain_text', 'plain_text', 'mrkdwn']);
    for (const [type, text] of texts) {
      const [linkStart] = type === 'mrkdwn' ? [`<${notice.link.replaceAll('&', '&amp;')}|`] : [''];
      expect(text.startsWith(linkStart)).toBe(true);
      expect(text.slice(linkStart.length).replace(/>$/, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
    }
  });

  it('consists of text runs without Markdown in Teams', async () => {
    await sendNotification('ms_teams', forgedNotice);
    const message = JSON.stringify(postedBody());
    expect(message).not.toContain('"TextBlock"');
    expect(message).not.toContain('"msteams"');
    const types = textsIn(postedBody()).filter(([, text]) => text.includes('evil'));
    expect(new Set(types.map(([type]) => type))).toEqual(new Set(['TextRun', 'Action.OpenUrl']));
    expect(message.match(/"url":"[^"]*"/g)).toEqual([`"url":"${notice.link}"`]);
  });

  it('contains no tags in its paragraph for Google Chat', async () => {
    await sendNotification('google_chat', { ...forgedNotice, subject: 'S', link: undefined });
    const { cardsV2, ...rest } = postedBody();
    const paragraphs = textsIn(cardsV2).filter(([, text]) => text.includes('evil'));
    expect(paragraphs).toHaveLength(1);
    expect(paragraphs[0]?.[1]).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
    expect(Object.keys(rest)).toEqual(['fallbackText']);
  });

  it.each(channels)('loses control and direction characters for %s', async (channel) => {
    const hidden = 'a\u202eb\u2066c\u0000d\u001be\u0085f\r\ng\u2028h';
    await sendNotification(channel, { subject: hidden, message: hidden });
    const message = chat.seen[0]?.body ?? '';
    expect(message).not.toMatch(/\\u0000|\\u001b|\\r|[\u0085\u2028\u202a-\u202e\u2066-\u2069]/);
    expect(message).toContain('abcdef');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pass@example.com/',
    'nowhere',
    '//example.com',
  ])('is not sent with a link to %s', async (link) => {
    const outcome = await sendNotification('slack', { message: 'x', link });
    expect(outcome).toMatchObject({ type: 'failed', retry: 'no' });
    expect(chat.connections).toBe(0);
  });

  it('has special characters of its link escaped in Slack', async () => {
    const link = 'https://a.example/x|y>z<q?a=|&b=>';
    await sendNotification('slack', { message: 'x', link });
    const [, text = ''] = textsIn(postedBody()).find(([type]) => type === 'mrkdwn') ?? [];
    expect(text).toBe('<https://a.example/x%7Cy%3Ez%3Cq?a=%7C&amp;b=%3E|Open>');
  });
});

describe('a long text', () => {
  const long = '&€😀'.repeat(5000);

  it.each(channels)('is cut between characters to the size limits of %s', async (channel) => {
    reply = { status: 200 };
    expect(await sendNotification(channel, { subject: long, message: long })).toMatchObject({
      type: 'done',
    });
    const body = chat.seen[0]?.body ?? '';
    expect(Buffer.byteLength(body)).toBeLessThan(28_000);
    expect(body.isWellFormed()).toBe(true);
    expect(body).not.toContain('\ufffd');
    for (const [type, text] of textsIn(JSON.parse(body))) {
      if (type === 'plain_text') expect(text.length).toBeLessThanOrEqual(3000);
    }
  });

  it('is cut to 100 lines and to the size limit of a Teams card', async () => {
    await sendNotification('ms_teams', { message: 'line\n'.repeat(2000) });
    const body = chat.seen[0]?.body ?? '';
    expect(Buffer.byteLength(body)).toBeLessThan(28_000);
    expect(body.match(/RichTextBlock/g)).toHaveLength(100);
  });
});

describe('a chat that does not accept a notification', () => {
  it.each<[number, string, unknown]>([
    [400, ' (invalid_payload)', 'no'],
    [403, ' (no_service)', 'no'],
    [404, '', 'no'],
    [429, '', 3000],
    [500, '', undefined],
  ])('fails the notification with status %i%s', async (status, detail, retry) => {
    const body = detail === '' ? '<h1>No</h1>' : detail.slice(2, -1);
    reply = { status, body, headers: status === 429 ? { 'retry-after': '3' } : {} };
    const outcome = await sendNotification('slack', { message: 'x' });
    const error = `${chat.pair} answered with status ${status}${detail}.`;
    const expected = { type: 'failed', error, ...(retry !== undefined && { retry }) };
    expect(outcome).toEqual(status === 500 ? { ...expected, mayBeDone: true } : expected);
  });

  it.each([301, 302, 303, 307, 308])('is not followed on a redirect with %i', async (status) => {
    const otherPeer = await openHttpPeer(() => ({ status: 200, body: 'ok' }));
    reply = { status, headers: { location: `${otherPeer.url}/login` } };
    for (const channel of channels) {
      const outcome = await sendNotification(channel, { message: 'x' });
      const error = `${chat.pair} redirects to another address. Enter the final address instead.`;
      expect(outcome).toEqual({ type: 'failed', error, retry: 'no' });
    }
    expect(otherPeer.connections).toBe(0);
  });

  it('never reveals the secret address of the integration', async () => {
    const outcomes = [200, 302, 404, 500].map(async (status) => {
      reply = { status, headers: { location: `/${canary}` }, body: `${chat.url}/hook/${canary}` };
      return sendNotification('slack', { message: 'x' });
    });
    for (const outcome of outcomes) {
      expect(JSON.stringify(await outcome)).not.toContain('canary');
    }
  });

  const inWebhook = (webhook_url: string) => ({ values: { auth_type: 'webhook', webhook_url } });

  it.each<[string, () => Partial<OpenedIntegration>, RegExp]>([
    [
      'of another kind',
      () => ({ values: { auth_type: 'bot_token', bot_token: 'xoxb' } }),
      /is called over HTTP\. Choose one that posts messages to one address/,
    ],
    ['that does not exist', () => ({ accountId: `int_${'1'.repeat(32)}` }), /does not exist/],
    ['without an address', () => inWebhook('nowhere'), /has no address/],
    [
      'with a private address',
      () => ({ ...inWebhook('https://169.254.169.254/x'), hosts: ['169.254.169.254'] }),
      /not public/,
    ],
  ])('fails the notification for an integration %s', async (_, getOverrides, pattern) => {
    const outcome = await sendNotification('slack', { message: 'x' }, getOverrides());
    expect(outcome).toMatchObject({ error: expect.stringMatching(pattern), retry: 'no' });
  });
});
