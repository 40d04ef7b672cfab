/** Control characters other than line breaks and tabs. */
const control = /[^\P{Cc}\n\t]/gu;

/** Characters that change the direction of text, which can make it read differently. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Normalises text: well-formed, with `\n` line breaks and no control characters. Characters that
 * change its direction stay, as some scripts need them; the page that shows the text isolates it
 * from its surroundings.
 */
export const written = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(control, '');

/** Text with line breaks and no characters that change direction, for mails and messages. */
export const plain = (text: string): string => written(text).replace(turning, '');
