import * as z from 'zod';

/**
 * Control characters and line breaks, those that turn the direction of text, and those that nobody
 * sees: with them a name reads as another one, or as a line of its own.
 */
const unseen =
  '\\p{Cc}\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const visible = new RegExp(`^[^${unseen}]*$`, 'u');
const anyUnseen = new RegExp(`[${unseen}]+`, 'gu');

/** A text in one line of a mail, whenever it was stored. */
export const oneLine = (text: string): string =>
  text.replace(anyUnseen, ' ').replace(/\s+/g, ' ').trim();

type Sentences = { missing: string; long: string };

/**
 * What people call themselves or what is theirs. Names stand in mails to strangers, in subjects and
 * lists: they hold nothing that hides there, and no address for mail programs to link.
 */
export const shownName = ({ missing, long }: Sentences) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(100, long)
    .regex(visible, 'A name is one line, without characters that nobody sees.')
    .refine((text) => !/:\/\/|\bwww\./i.test(text), 'A name cannot contain a web address.');
