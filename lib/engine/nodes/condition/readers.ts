import * as z from 'zod';
import { Overrun, shorten } from '../../expression/errors.ts';
import { linearPattern } from '../../expression/regex.ts';

/** Why a value cannot be read as the type that a rule names; a sentence for people. */
export class Unreadable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unreadable';
  }
}

const shown = (value: unknown): string => shorten(JSON.stringify(value) ?? String(value), 60);

const refuse = (value: unknown, expected: string): never => {
  throw new Unreadable(`${shown(value)} is not ${expected}.`);
};

/** Expressions yield undefined where a path finds nothing; JSON has null. */
export const isMissing = (value: unknown): boolean => value === undefined || value === null;

export const readText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return refuse(value, 'text');
};

export const readNumber = (value: unknown): number => {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = typeof value === 'number' ? value : text === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : refuse(value, 'a number');
};

export const readBoolean = (value: unknown): boolean => {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return refuse(value, 'true or false');
};

const day = z.iso.date();
const zoned = z.iso.datetime({ offset: true });
const zoneless = z.iso.datetime({ local: true });

/** Returns milliseconds since the epoch; throws an `Unreadable`. */
export const readDate = (value: unknown): number => {
  if (typeof value !== 'string') return refuse(value, 'a date');
  const text = value.trim();
  if (day.safeParse(text).success || zoned.safeParse(text).success) return Date.parse(text);
  if (zoneless.safeParse(text).success) return Date.parse(`${text}Z`);
  return refuse(value, 'a date such as 2027-01-31 or 2027-01-31T08:00:00Z');
};

/** Expressions yield a single entry without a list around it, and no entry as undefined. */
export const readList = (value: unknown): unknown[] => (isMissing(value) ? [] : [value].flat());

/** Entries are compared as texts, so that a list of numbers can contain a typed value. */
export const readItem = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** A pattern that runs in linear time; throws an `Unreadable` for any other. */
export const readPattern = (value: unknown): RegExp => {
  const text = readText(value);
  try {
    const pattern = new RegExp(text);
    linearPattern(pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof Overrun || error instanceof SyntaxError)) throw error;
    throw new Unreadable(`The pattern ${shown(text)} cannot be used: ${error.message}`);
  }
};

/** How the right side of a rule is read, by the type that its operator compares with. */
export const compareReaders = {
  text: readText,
  pattern: readPattern,
  number: readNumber,
  date: readDate,
  item: readItem,
};

/** How the left side of a rule is read, by the type that the rule names. */
export const valueReaders = {
  text: readText,
  number: readNumber,
  boolean: readBoolean,
  date: readDate,
  list: readList,
};
