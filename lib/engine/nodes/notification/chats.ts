import { clipText, type Notice } from './notice.ts';

/** A notice as one short text, for devices that show no more. */
const shortText = ({ subject, message }: Notice): string =>
  [subject, message].filter(Boolean).join(': ');

/** Escapes the three characters that have a meaning in Slack; all others are literal. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeHtml = (text: string): string =>
  escapeSlack(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** The most characters that Slack accepts in the text of a block, and in a header. */
const maxSlackBlock = 3000;
const maxSlackHeadline = 150;

/** Splits text into escaped pieces of at most so many characters, without splitting an escape. */
const slackPieces = (text: string, maxLength: number): string[] => {
  const pieces: string[] = [];
  let piece = '';
  for (const char of text) {
    const escaped = escapeSlack(char);
    if (piece.length + escaped.length > maxLength) pieces.push(piece);
    piece = piece.length + escaped.length > maxLength ? escaped : piece + escaped;
  }
  return [...pieces, piece];
};

const slackPlain = (text: string) => ({ type: 'plain_text', text, emoji: false });

const slackBlocks = ({ subject, message, link }: Notice): object[] => {
  const [headline = ''] = slackPieces(subject, maxSlackHeadline);
  const header = headline === '' ? [] : [{ type: 'header', text: slackPlain(headline) }];
  const sections = slackPieces(message, maxSlackBlock).map((text) => slackPlain(text));
  if (!link) return [...header, ...sections.map((text) => ({ type: 'section', text }))];
  const text = `<${escapeSlack(link.url)}|${escapeSlack(link.text)}>`;
  const last = { type: 'mrkdwn', text, verbatim: true };
  return [...header, ...[...sections, last].map((one) => ({ type: 'section', text: one }))];
};

/**
 * A Slack message (incoming webhook, Block Kit). Its texts are of type `plain_text`, in which Slack
 * parses no markup, and are escaped as well, so that nothing in them becomes a link or a mention.
 * `text` is shown in notifications.
 */
export const slackMessage = (notice: Notice) => {
  const [text = ''] = slackPieces(shortText(notice), maxSlackBlock);
  return { text, unfurl_links: false, unfurl_media: false, blocks: slackBlocks(notice) };
};

/** The most lines that a Teams card shows separately. */
const maxTeamsLines = 100;

const teamsLines = (message: string): string[] => {
  const lines = message.split('\n');
  return [...lines.slice(0, maxTeamsLines - 1), lines.slice(maxTeamsLines - 1).join(' ')];
};

/** A RichTextBlock: unlike a TextBlock it does not parse Markdown. */
const teamsText = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

const teamsCard = ({ subject, message, link }: Notice) => {
  const headline = teamsText(subject, { size: 'Large', weight: 'Bolder' });
  const lines = teamsLines(message).filter((line) => line.trim() !== '');
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [...(subject === '' ? [] : [headline]), ...lines.map((line) => teamsText(line))],
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }] }),
  };
};

/**
 * A Microsoft Teams message (Workflows, "When a Teams webhook request is received") with one
 * Adaptive Card.
 */
export const teamsMessage = (notice: Notice) => {
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return {
    type: 'message',
    attachments: [{ contentType, contentUrl: null, content: teamsCard(notice) }],
  };
};

const googleButton = ({ text, url }: NonNullable<Notice['link']>) => ({
  buttonList: { buttons: [{ text, onClick: { openLink: { url } } }] },
});

/**
 * A Google Chat message (incoming webhook): one card of version 2 with HTML paragraphs, and a plain
 * fallback text for devices without cards.
 */
export const googleChatMessage = (notice: Notice) => {
  const { subject, message, link } = notice;
  const paragraph = { textParagraph: { text: escapeHtml(message) } };
  const widgets = [paragraph, ...(link ? [googleButton(link)] : [])];
  const header = subject === '' ? {} : { header: { title: subject } };
  const card = { ...header, sections: [{ widgets }] };
  return {
    fallbackText: clipText(shortText(notice), 1000),
    cardsV2: [{ cardId: 'notification', card }],
  };
};

/** Bytes of an embed's text that Discord accepts, less those of the code block around it. */
const maxDiscordBytes = 3900;

/** A code block, in which Discord parses no markup, links nothing and mentions nobody. */
const discordBlock = (message: string): string =>
  `\`\`\`\n${clipText(message, maxDiscordBytes).replaceAll('`', 'ˋ')}\n\`\`\``;

/** A Discord message (webhook): one embed whose title links to the URL. */
export const discordMessage = ({ subject, message, link }: Notice) => {
  const title = subject === '' ? link?.text : subject;
  const headline = title?.replace(/[\\`*_~|<>[\]()#]/g, '\\$&');
  const titleField = headline === undefined ? {} : { title: headline };
  const embed = {
    ...titleField,
    description: discordBlock(message),
    ...(link && { url: link.url }),
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
};
