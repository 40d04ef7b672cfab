/** Control characters other than line breaks and tabs. */
const controlCharacters = /[^\P{Cc}\n\t]/gu;

/** Characters that change the direction of text, which can make it read differently. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Normalises text: well-formed, with `\n` line breaks and no control characters. Characters that
 * change its direction stay, as some scripts need them; the page that shows the text isolates it
 * from its surroundings.
 */
export const normalizeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(controlCharacters, '');

/** Text with line breaks and no characters that change direction, for mails and messages. */
export const toPlainText = (text: string): string =>
  normalizeText(text).replace(directionMarks, '');
