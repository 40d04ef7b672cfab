import * as z from 'zod';

/**
 * Matches control characters, line breaks, lone surrogates, and everything that Unicode says is not
 * displayed: characters that change the direction of text, or join, fill or tag it. With them a
 * name could look like another one, or like a line of its own. Joiners are allowed in scripts that
 * need them, such as Persian, but not in those where they would only hide.
 */
const joiners = '\\u200c\\u200d';
const hidden = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}';
const scriptsWithoutJoiners = '\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{N}';
const invisible = `(?:(?![${joiners}])[${hidden}]|(?<=[${scriptsWithoutJoiners}])[${joiners}])`;
const anyInvisible = new RegExp(invisible, 'u');
const allInvisible = new RegExp(`${invisible}+`, 'gu');

/** Puts a text on one line of a mail, including texts stored before names were restricted. */
export const toOneLine = (text: string): string =>
  text.replace(allInvisible, ' ').replace(/\s+/g, ' ').trim();

/** Writes out invisible characters as escapes; line breaks and tabs are kept. */
export const escapeInvisible = (text: string): string =>
  text.replace(allInvisible, (run) =>
    Array.from(run, (one) =>
      one === '\n' || one === '\t' ? one : `\\u{${one.codePointAt(0)?.toString(16)}}`,
    ).join(''),
  );

/** Removes invisible characters; line breaks and tabs are kept. */
export const removeInvisible = (text: string): string =>
  text.replace(allInvisible, (run) => run.replace(/[^\n\t]/gu, ''));

/** What mail programs turn into links on their own: `evil.example`, `x://y`, `a@b.c`. */
const autoLinkMarks = /[.\u3002\uff0e\uff61](?=\p{L})|:(?=\/\/)|@(?=\S)/gu;

/**
 * Formats a name for a mail. Names that users choose for themselves or their bots are sent to
 * others under the product's name, so they must not become links there.
 */
export const nameInMail = (name: string): string => toOneLine(name).replace(autoLinkMarks, '$& ');

const nameRuleMessage = 'A name must be one line without invisible characters.';

/** Whether a text is one line of visible characters. */
export const isVisibleLine = (text: string): boolean => !anyInvisible.test(text);

/**
 * The schema of a name's text. Unicode can write many letters in two forms that look alike; it is
 * normalised to one, so that names never differ in this alone.
 */
export const nameText = (missingMessage?: string) => z.string(missingMessage).trim().normalize();

type NameMessages = { missing: string; long: string };

/**
 * The schema of a name that users choose. Names appear in mails to strangers, subjects and lists,
 * so they contain nothing hidden and no address that mail programs would turn into a link.
 */
export const displayName = ({ missing, long }: NameMessages) =>
  nameText(missing)
    .min(1, missing)
    .max(100, long)
    .refine(isVisibleLine, nameRuleMessage)
    .refine((text) => !/:\/\/|\bwww\./i.test(text), 'A name cannot contain a web address.');
