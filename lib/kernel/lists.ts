import { openCursor, sealCursor } from './cursor.ts';
import { type Database, type Item, positionOf, type Question, readItems } from './database.ts';
import type { Page, PageRequest } from './page.ts';

/** Whether a list shows the value. */
export type Accept<T> = (value: T) => boolean | Promise<boolean>;

type List<T> = {
  question: Question;
  request: PageRequest;
  /** Everything but paging that the caller asked for; a cursor serves only the same filter. */
  scope: readonly unknown[];
  parse: (item: Item) => T;
  accept?: Accept<T>;
};

/** Room for what a filter passes over, without reading a page per item. */
const readAhead = (wanted: number, filtered: boolean): number => (filtered ? wanted * 4 : wanted);

/**
 * One page of a list. Reads follow the page, not the table: from the cursor where one is given,
 * else by skipping the pages before (deep links name a page number).
 */
export const readPage = async <T>(
  db: Database,
  { question, request, scope, parse, accept }: List<T>,
): Promise<Page<T>> => {
  const { number_of_items: size, page_number: number = 1, next } = request;
  const scopeText = JSON.stringify([question, scope]);
  const after = next ? openCursor(db.cursorKey, scopeText, next) : undefined;
  let toSkip = next ? 0 : (number - 1) * size;
  const limit = Math.min(readAhead(size + toSkip, Boolean(accept)), 1000);
  const items: T[] = [];
  for await (const item of readItems(db, question, { after, limit })) {
    const value = parse(item);
    if (accept && !(await accept(value))) continue;
    if (toSkip > 0) {
      toSkip -= 1;
      continue;
    }
    items.push(value);
    if (items.length === size) {
      return { items, next: sealCursor(db.cursorKey, scopeText, positionOf(question, item)) };
    }
  }
  return { items };
};

/**
 * One page of values that are read as a whole; the cursor is sealed as those of other lists are.
 */
export const slicePage = <T>(
  db: Database,
  { values, request, scope }: { values: readonly T[]; request: PageRequest; scope: unknown },
): Page<T> => {
  const { number_of_items: size, page_number: number = 1, next } = request;
  const scopeText = JSON.stringify(scope);
  const opened = next ? openCursor(db.cursorKey, scopeText, next) : undefined;
  const from = opened ? Number(opened.from) : (number - 1) * size;
  const items = values.slice(from, from + size);
  if (items.length < size) return { items };
  return { items, next: sealCursor(db.cursorKey, scopeText, { from: from + size }) };
};

/** A literal, case-blind substring match; no search text accepts everything. */
export const containsText = (text: string, search: string | undefined): boolean =>
  search === undefined || text.toLowerCase().includes(search.toLowerCase());
