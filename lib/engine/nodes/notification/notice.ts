import * as z from 'zod';
import { toPlainText } from '#lib/kernel/plain-text.ts';

/** A notification for any channel, as plain text without hidden characters. */
export type Notice = {
  subject: string;
  message: string;
  link?: { url: string; text: string };
};

/** The most bytes of a subject, and of a link's text. */
const maxLineBytes = 150;

/** Cuts a text to at most so many bytes of UTF-8, between characters, and adds an ellipsis. */
export const clipText = (text: string, maxBytes: number): string => {
  const encoded = Buffer.from(text);
  if (encoded.byteLength <= maxBytes) return text;
  const prefix = new TextDecoder().decode(encoded.subarray(0, maxBytes), { stream: true });
  return `${prefix}…`;
};

/** A value as text: what expressions yield may be any data. */
const textValue = z
  .unknown()
  .transform((value) =>
    typeof value === 'string' || value === undefined || value === null
      ? (value ?? '')
      : JSON.stringify(value, null, 2),
  );

const noticeTexts = z.object({
  subject: textValue.default(''),
  message: textValue.default(''),
  link: textValue.default(''),
  link_text: textValue.default('Open'),
});

const oneLine = (text: string): string =>
  clipText(toPlainText(text).replace(/\s+/g, ' ').trim(), maxLineBytes);

/** The URL of a web page to link to: no other scheme, and no user name or password in it. */
const pageUrlOf = (text: string): string | undefined => {
  const url = URL.parse(text);
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isPage && url.username === '' && url.password === ''
    ? url.href.replaceAll('|', '%7C')
    : undefined;
};

/** The notice from evaluated settings, its message cut to `maxBytes`, or why there is none. */
export const noticeOf = (
  settings: Record<string, unknown>,
  maxBytes: number,
): Notice | { problem: string } => {
  const { subject, message, link, link_text } = noticeTexts.parse(settings);
  const text = clipText(toPlainText(message), maxBytes);
  if (text.trim() === '') return { problem: 'The message is empty. Enter a message.' };
  const notice = { subject: oneLine(subject), message: text };
  if (link.trim() === '') return notice;
  const url = pageUrlOf(link.trim());
  return url === undefined
    ? { problem: 'The link is not a valid address. Write it as https://host/path.' }
    : { ...notice, link: { url, text: oneLine(link_text) || 'Open' } };
};
