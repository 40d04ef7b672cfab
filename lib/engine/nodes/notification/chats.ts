import { clipped, type Notice } from './notice.ts';

/** A notice in one text, for devices that show no more. */
const inShort = ({ subject, message }: Notice): string =>
  [subject, message].filter(Boolean).join(': ');

/** The three characters that Slack gives a meaning to; the rest of its text is literal. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const html = (text: string): string =>
  slackText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** Characters that Slack takes as the text of a block, and as a headline. */
const slackBlock = 3000;
const slackHeadline = 150;

/** Escaped text in pieces of at most so many characters, cut between those that were escaped. */
const slackPieces = (text: string, most: number): string[] => {
  const pieces: string[] = [];
  let piece = '';
  for (const char of text) {
    const coded = slackText(char);
    if (piece.length + coded.length > most) pieces.push(piece);
    piece = piece.length + coded.length > most ? coded : piece + coded;
  }
  return [...pieces, piece];
};

const slackPlain = (text: string) => ({ type: 'plain_text', text, emoji: false });

const slackBlocks = ({ subject, message, link }: Notice): object[] => {
  const [headline = ''] = slackPieces(subject, slackHeadline);
  const header = headline === '' ? [] : [{ type: 'header', text: slackPlain(headline) }];
  const sections = slackPieces(message, slackBlock).map((text) => slackPlain(text));
  if (!link) return [...header, ...sections.map((text) => ({ type: 'section', text }))];
  const text = `<${slackText(link.url)}|${slackText(link.text)}>`;
  const last = { type: 'mrkdwn', text, verbatim: true };
  return [...header, ...[...sections, last].map((one) => ({ type: 'section', text: one }))];
};

/**
 * A Slack message (incoming webhook, Block Kit). Its texts are plain ones, in which Slack looks for
 * no markup, and are escaped besides, so that nothing in them is a link or a mention. `text` is
 * what notifications show.
 */
export const slackMessage = (notice: Notice) => {
  const [text = ''] = slackPieces(inShort(notice), slackBlock);
  return { text, unfurl_links: false, unfurl_media: false, blocks: slackBlocks(notice) };
};

/** Lines that a Teams card shows one by one. */
const mostLines = 100;

const teamsLines = (message: string): string[] => {
  const lines = message.split('\n');
  return [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join(' ')];
};

/** A RichTextBlock reads no Markdown, which a TextBlock would. */
const teamsText = (text: string, look: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...look }],
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
 * A Microsoft Teams message (Workflows, "When a Teams webhook request is received"): one Adaptive
 * Card.
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
 * A Google Chat message (incoming webhook): one card of version 2, whose paragraphs are HTML; what
 * devices show without the card is plain.
 */
export const googleChatMessage = (notice: Notice) => {
  const { subject, message, link } = notice;
  const paragraph = { textParagraph: { text: html(message) } };
  const widgets = [paragraph, ...(link ? [googleButton(link)] : [])];
  const header = subject === '' ? {} : { header: { title: subject } };
  const card = { ...header, sections: [{ widgets }] };
  return {
    fallbackText: clipped(inShort(notice), 1000),
    cardsV2: [{ cardId: 'notification', card }],
  };
};

/** Bytes of an embed's text that Discord takes, less what stands around it. */
const discordText = 3900;

/** In a block of code Discord reads no markup, links nothing and mentions nobody. */
const discordBlock = (message: string): string =>
  `\`\`\`\n${clipped(message, discordText).replaceAll('`', 'ˋ')}\n\`\`\``;

/** A Discord message (webhook): one embed, whose headline leads to the link. */
export const discordMessage = ({ subject, message, link }: Notice) => {
  const title = subject === '' ? link?.text : subject;
  const headline = title?.replace(/[\\`*_~|<>[\]()#]/g, '\\$&');
  const named = headline === undefined ? {} : { title: headline };
  const embed = { ...named, description: discordBlock(message), ...(link && { url: link.url }) };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
};
