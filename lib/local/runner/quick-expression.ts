import { isObject } from '#lib/kernel/value-kinds.ts';
import type { Bindings } from './template.ts';

/** Marks an expression that has to be evaluated by JSONata. */
export const notEvaluated = Symbol('unanswered');

/** Words that JSONata does not read as field names. */
const reservedWords = 'and|or|in|true|false|null|function';
const path = String.raw`\$states((?:\.(?!(?:${reservedWords})\b)[A-Za-z_]\w*)+)`;
const quickPattern = new RegExp(String.raw`^${path}(?:\s*=\s*'([^'\\]*)')?$`);

/** The value at a path of objects; only JSONata reads through lists. */
const valueAt = (names: readonly string[], bindings: Bindings): unknown => {
  let value: unknown = bindings.states;
  for (const name of names) {
    if (!isObject(value)) return notEvaluated;
    if (!Object.hasOwn(value, name)) return notEvaluated;
    value = value[name];
  }
  return value;
};

/**
 * Evaluates `$states.a.b` and `$states.a.b = 'text'`, the most frequent expressions of machines,
 * without JSONata's interpreter. Undefined for other expressions; the function returns
 * `notEvaluated` for a list or a missing value, which JSONata treats specially.
 */
export const quickExpression = (source: string): ((bindings: Bindings) => unknown) | undefined => {
  const [, dotted, text] = quickPattern.exec(source) ?? [];
  if (dotted === undefined) return undefined;
  const names = dotted.slice(1).split('.');
  return (bindings) => {
    const value = valueAt(names, bindings);
    if (value === undefined || Array.isArray(value) || typeof value === 'function') {
      return notEvaluated;
    }
    return text === undefined || value === notEvaluated ? value : value === text;
  };
};
