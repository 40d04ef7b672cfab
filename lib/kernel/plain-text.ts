/**
 * Control characters, and those that turn the direction of text: with them a text reads as another
 * one than it is.
 */
const hiding = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text in lines that hides nothing, for mails and messages. */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(hiding, '');
