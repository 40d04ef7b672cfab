import { isoTime } from '#lib/kernel/clock.ts';
import type { MailMessage } from '#lib/kernel/mail-message.ts';

/** A message as sent, with its sender and time (ISO time). */
export type SentMessage = MailMessage & { from: string; sent_at: string };

/** The longest line in octets, without its line break (RFC 5322, 2.1.1). */
const lineLimit = 998;

/** RFC 2047: UTF-8 in base64, split between characters so that no word exceeds 75 octets. */
const encodedWords = (text: string): string =>
  (text.match(/[^]{1,11}/gu) ?? [])
    .map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`)
    .join('\r\n ');

const decodedWords = (text: string): string =>
  text.startsWith('=?')
    ? Buffer.concat(
        [...text.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, encoded = '']) =>
          Buffer.from(encoded, 'base64'),
        ),
      ).toString('utf8')
    : text;

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.startsWith('=?');

const fitsLines = (text: string): boolean =>
  !text.includes('\0') && text.split('\r\n').every((line) => Buffer.byteLength(line) <= lineLimit);

const bodyOf = (text: string): { encoding: string; body: string } => {
  const lines = text.replace(/\r\n|\r|\n/g, '\r\n');
  if (fitsLines(lines)) return { encoding: '8bit', body: lines };
  const encoded = Buffer.from(lines).toString('base64');
  return { encoding: 'base64', body: encoded.replace(/.{76}/g, '$&\r\n') };
};

/** The message in the Internet Message Format (RFC 5322), as plain text if its lines are short. */
export const toEml = (message: SentMessage, id: string): string => {
  const { encoding, body } = bodyOf(message.text);
  const headers = [
    `Date: ${new Date(message.sent_at).toUTCString().replace('GMT', '+0000')}`,
    `From: ${message.from}`,
    `To: ${message.to.join(',\r\n ')}`,
    `Subject: ${isPlain(message.subject) ? message.subject : encodedWords(message.subject)}`,
    `Message-ID: <${id}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${encoding}`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
};

/** Reads what `toEml` wrote; line breaks become `\n`, and the time has whole seconds. */
export const fromEml = (eml: string): SentMessage => {
  const headerEnd = eml.indexOf('\r\n\r\n');
  const lines = eml.slice(0, headerEnd).replace(/\r\n /g, ' ').split('\r\n');
  const header = (name: string): string =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const body = eml.slice(headerEnd + 4);
  const isBase64 = header('Content-Transfer-Encoding') === 'base64';
  const text = isBase64 ? Buffer.from(body, 'base64').toString('utf8') : body;
  return {
    from: header('From'),
    to: header('To').split(', '),
    subject: decodedWords(header('Subject')),
    text: text.replaceAll('\r\n', '\n'),
    sent_at: isoTime(Date.parse(header('Date'))),
  };
};
