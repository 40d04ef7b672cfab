import { textsIn } from '#lib/kernel/value-kinds.ts';
import { Budget } from './expression/budget.ts';
import { compile } from './expression/compile.ts';
import { copyIn, copyOut } from './expression/copy.ts';
import { ExpressionError, reasonOf } from './expression/errors.ts';
import { budgetVariable } from './expression/hooks.ts';
import { joinReads, type Reads } from './expression/reads.ts';
import { isTemplate, partsOf, wholeCode } from './expression/template.ts';

export { ExpressionError } from './expression/errors.ts';
export { readsAny, type Reading, type Reads } from './expression/reads.ts';

/**
 * What expressions can read: the trigger's payload as `$event`, the outputs of nodes by name, the
 * turn of a loop, the run, and the site. It is never changed.
 */
export type Scope = {
  event: unknown;
  nodes: Record<string, unknown>;
  /** The turn of the surrounding loop: `{ index, item, last, outer }`; absent outside of loops. */
  loop?: unknown;
  run: { id: string; bot: string; started_at: string; trigger: unknown };
  site: { url: string };
};

const unclosedError = (text: string) =>
  new ExpressionError(text, 'cannot be read', 'it starts with {% and has no %} at its end.');

const codesOf = (text: string): string[] => {
  const parts = partsOf(text);
  if (!parts) throw unclosedError(text);
  return parts.flatMap((part) => ('code' in part ? [part.code] : []));
};

const templatesIn = (value: unknown): string[] => textsIn(value).filter(isTemplate);

/** Whether the text is a single expression, which may yield a value of any type. */
export const isExpression = (text: string): boolean => wholeCode(text) !== undefined;

/** A sentence on what is wrong with a text's expressions; undefined where they can run. */
export const problemOf = (text: string): string | undefined => {
  try {
    codesOf(text).forEach(compile);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
};

/** What the expressions in a value read, so that only that is loaded. Throws `ExpressionError`. */
export const readsIn = (value: unknown): Reads =>
  joinReads(
    templatesIn(value)
      .flatMap(codesOf)
      .map((code) => compile(code).reads),
  );

/** The fields that a text reads: `['nodes', 'Fetch', 'body']`. Throws an `ExpressionError`. */
export const pathsIn = (text: string): string[][] =>
  templatesIn(text)
    .flatMap(codesOf)
    .flatMap((code) => compile(code).paths);

const evaluateCode = async (code: string, scope: Scope, budget: Budget): Promise<unknown> => {
  const { expression, reads } = compile(code);
  try {
    const result: unknown = await expression().evaluate(undefined, {
      event: copyIn(scope.event, reads.event),
      nodes: copyIn(scope.nodes, reads.nodes),
      loop: copyIn(scope.loop, reads.loop),
      run: copyIn(scope.run, reads.run),
      site: copyIn(scope.site, reads.site),
      [budgetVariable]: budget,
    });
    return copyOut(result, budget);
  } catch (error) {
    throw new ExpressionError(code, 'has no value', reasonOf(error));
  }
};

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const evaluateText = async (text: string, scope: Scope, budget: Budget): Promise<unknown> => {
  const wholeExpression = wholeCode(text);
  if (wholeExpression !== undefined) return evaluateCode(wholeExpression, scope, budget);
  const texts: string[] = [];
  for (const part of partsOf(text) ?? []) {
    texts.push('text' in part ? part.text : textOf(await evaluateCode(part.code, scope, budget)));
  }
  return texts.join('');
};

const evaluateValue = async (value: unknown, scope: Scope, budget: Budget): Promise<unknown> => {
  if (typeof value === 'string') {
    if (!isTemplate(value)) return value;
    if (!partsOf(value)) throw unclosedError(value);
    return evaluateText(value, scope, budget);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const entries: unknown[] = [];
    for (const entry of value) entries.push((await evaluateValue(entry, scope, budget)) ?? null);
    return entries;
  }
  const entries: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    entries.push([key, await evaluateValue(entry, scope, budget)]);
  }
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
};

/** A record stays a record; the types of its fields are unknown. */
type Evaluated<T> = T extends Record<string, unknown> ? Record<string, unknown> : unknown;

/**
 * A settings value in which expressions are replaced by their results. An expression without a
 * result is left out of objects, null in lists and empty in texts. The time limit
 * (`limits.expression`) is for the whole value. Throws an `ExpressionError`.
 */
export const evaluate = async <T>(value: T, scope: Scope): Promise<Evaluated<T>> => {
  const budget = new Budget();
  try {
    return (await evaluateValue(value, scope, budget)) as Evaluated<T>;
  } finally {
    budget.close();
  }
};
