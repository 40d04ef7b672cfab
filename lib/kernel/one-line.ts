import * as z from 'zod';

/**
 * Control characters, line breaks, halves of characters, and all that Unicode has programs not
 * show: what turns the direction of text, joins, fills or tags it. With them a name reads as
 * another one, or as a line of its own. Joiners belong to the spelling of scripts such as Persian,
 * and hide in others.
 */
const joiners = '\\u200c\\u200d';
const hidden = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}';
const unjoined = '\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{N}';
const unseen = `(?:(?![${joiners}])[${hidden}]|(?<=[${unjoined}])[${joiners}])`;
const anyUnseen = new RegExp(unseen, 'u');
const allUnseen = new RegExp(`${unseen}+`, 'gu');

/** A text in one line of a mail, whenever it was stored. */
export const oneLine = (text: string): string =>
  text.replace(allUnseen, ' ').replace(/\s+/g, ' ').trim();

/** A text in which what programs do not show is written out; lines and tabs stay. */
export const withUnseen = (text: string): string =>
  text.replace(allUnseen, (run) =>
    Array.from(run, (one) =>
      one === '\n' || one === '\t' ? one : `\\u{${one.codePointAt(0)?.toString(16)}}`,
    ).join(''),
  );

/** A text without what programs do not show; lines and tabs stay. */
export const seenOnly = (text: string): string =>
  text.replace(allUnseen, (run) => run.replace(/[^\n\t]/gu, ''));

/** What mail programs make links of although nobody wrote one: `evil.example`, `x://y`, `a@b.c`. */
const linked = /[.\u3002\uff0e\uff61]+(?=\p{L})|:(?=\/\/)|@(?=\S)/gu;

/**
 * A name in a mail. What people call themselves, or their bots, is sent to others under our name:
 * it must not become a link there.
 */
export const nameInMail = (name: string): string => oneLine(name).replace(linked, '$& ');

const nameRule = 'A name is one line, without characters that nobody sees.';

/** Whether a text is one line of characters that people see. */
export const isSeen = (text: string): boolean => !anyUnseen.test(text);

/**
 * The text of a name. Unicode writes many letters in two forms, which look alike: it is kept in one
 * of them, so that no two names differ in that only.
 */
export const nameText = (missing?: string) => z.string(missing).trim().normalize();

type Sentences = { missing: string; long: string };

/**
 * What people call themselves or what is theirs. Names stand in mails to strangers, in subjects and
 * lists: they hold nothing that hides there, and no address for mail programs to link.
 */
export const shownName = ({ missing, long }: Sentences) =>
  nameText(missing)
    .min(1, missing)
    .max(100, long)
    .refine(isSeen, nameRule)
    .refine((text) => !/:\/\/|\bwww\./i.test(text), 'A name cannot contain a web address.');
