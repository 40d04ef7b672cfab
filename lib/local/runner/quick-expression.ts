import { isObject } from '#lib/kernel/json.ts';
import type { Bindings } from './template.ts';

/** Not answered here: JSONata answers. */
export const unanswered = Symbol('unanswered');

/** Words that mean something else than a field to JSONata. */
const words = 'and|or|in|true|false|null|function';
const path = String.raw`\$states((?:\.(?!(?:${words})\b)[A-Za-z_]\w*)+)`;
const form = new RegExp(String.raw`^${path}(?:\s*=\s*'([^'\\]*)')?$`);

/** The value at a path of maps; JSONata reads through lists too. */
const valueAt = (names: readonly string[], bindings: Bindings): unknown => {
  let value: unknown = bindings.states;
  for (const name of names) {
    if (!isObject(value)) return unanswered;
    if (!Object.hasOwn(value, name)) return unanswered;
    value = value[name];
  }
  return value;
};

/**
 * What `$states.a.b` and `$states.a.b = 'text'` yield, most of what a machine evaluates, without
 * JSONata's interpreter. Undefined for other expressions; `unanswered` where the value is a list or
 * missing, which JSONata treats in ways of its own.
 */
export const quickExpression = (source: string): ((bindings: Bindings) => unknown) | undefined => {
  const [, dotted, text] = form.exec(source) ?? [];
  if (dotted === undefined) return undefined;
  const names = dotted.slice(1).split('.');
  return (bindings) => {
    const value = valueAt(names, bindings);
    if (value === undefined || Array.isArray(value) || typeof value === 'function') {
      return unanswered;
    }
    return text === undefined || value === unanswered ? value : value === text;
  };
};
