/** Control characters, other than the breaks of lines and tabs. */
const control = /[^\P{Cc}\n\t]/gu;

/** Characters that turn the direction of text: with them a text reads as another one than it is. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text as people write it: whole characters in lines. Those that turn its direction stay, as some
 * scripts need them; who shows the text keeps them from what stands around it.
 */
export const written = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(control, '');

/** Text in lines that hides nothing, for mails and messages. */
export const plain = (text: string): string => written(text).replace(turning, '');
