import { openCursor, sealCursor } from './cursor.ts';
import { type Database, type Item, type Question, readItems } from './database.ts';
import { limits } from './limits.ts';
import type { Page, PageRequest } from './page.ts';
import { asQuestions, type Position, positionOf, type Questions } from './question.ts';
import { badRequest } from './refusal.ts';

/** Whether a value belongs to the list. */
export type AcceptItem<T> = (value: T) => boolean | Promise<boolean>;

type ListSpec<T> = {
  /** Several questions are read as one list. */
  question: Question | Questions;
  request: PageRequest;
  /** The whole filter except paging: a cursor is valid only for the same filter. */
  scope: readonly unknown[];
  parse: (item: Item) => T;
  accept?: AcceptItem<T>;
};

const asPosition = ({ partition, sort, order }: Item): Position => ({ partition, sort, order });

const pageTooFar = () =>
  badRequest('That page is too far from the first. Filter the list, or go page by page.', {
    field: 'page_number',
  });

/**
 * Reads one page of a list. A page has fewer items than requested only at the end of the list, or
 * if the filter skipped `limits.passedOver` items: the reader then asks for the rest. So the cost
 * of a page does not grow with the table. Reading starts from the cursor, or walks over the full
 * pages before `page_number` (for deep links), up to `limits.walked` items; 400 beyond.
 */
export const readPage = async <T>(
  db: Database,
  { question, request, scope, parse, accept }: ListSpec<T>,
): Promise<Page<T>> => {
  const { number_of_items: size, page_number = 1, next } = request;
  const scopeText = JSON.stringify([question, scope]);
  const after = next ? asPosition(openCursor(await db.cursorKey(), scopeText, next)) : undefined;
  let pagesBefore = next ? 0 : page_number - 1;
  let [items, passedOver, walkedCount]: [T[], number, number] = [[], 0, 0];
  const limit = Math.min(size * (pagesBefore + 1), 1000);
  const questions = asQuestions(question);
  for await (const item of readItems(db, questions, { after, limit })) {
    const value = parse(item);
    if (!accept || (await accept(value))) items.push(value);
    else passedOver += 1;
    if (pagesBefore > 0) {
      walkedCount += 1;
      if (walkedCount >= limits.walked) throw pageTooFar();
      if (items.length < size) continue;
      pagesBefore -= 1;
      [items, passedOver] = [[], 0];
    } else if (items.length === size || passedOver === limits.passedOver) {
      const position = positionOf(questions, item);
      return { items, next: sealCursor(await db.cursorKey(), scopeText, position) };
    }
  }
  return { items: pagesBefore === 0 ? items : [] };
};

/**
 * Reads the first `limit` accepted values of a list, without paging. Stops after
 * `limits.passedOverTold` values that are not accepted, so that the cost does not grow with the
 * table.
 */
export const readFirst = async <T>(
  db: Database,
  { question, parse, accept = () => true }: Pick<ListSpec<T>, 'question' | 'parse' | 'accept'>,
  limit: number,
): Promise<T[]> => {
  const found: T[] = [];
  let passedOver = 0;
  for await (const item of readItems(db, asQuestions(question), { limit })) {
    const value = parse(item);
    if (await accept(value)) found.push(value);
    else passedOver += 1;
    if (found.length === limit || passedOver === limits.passedOverTold) break;
  }
  return found;
};

/** One page of values that are all in memory; its cursor is sealed like those of other lists. */
export const slicePage = async <T>(
  db: Database,
  { values, request, scope }: { values: readonly T[]; request: PageRequest; scope: unknown },
): Promise<Page<T>> => {
  const { number_of_items: size, page_number: number = 1, next } = request;
  const scopeText = JSON.stringify(scope);
  const position = next ? openCursor(await db.cursorKey(), scopeText, next) : undefined;
  const from = position ? Number(position.from) : (number - 1) * size;
  const items = values.slice(from, from + size);
  if (items.length < size) return { items };
  return { items, next: sealCursor(await db.cursorKey(), scopeText, { from: from + size }) };
};
