export type Statement = {
  Effect: string;
  Action: string | string[];
  Resource?: string | string[];
  Principal?: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
};

export type PolicyDocument = { Statement: Statement[] };

export const listOf = <T>(value: T | T[] | undefined): T[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

/** Whether some text matches both patterns, in which `*` matches any text. */
export const patternsOverlap = (one: string, other: string): boolean => {
  // Row by row: whether the rest of `one` and the rest of `other` can match the same text.
  let rowBelow: boolean[] = [];
  for (let i = one.length; i >= 0; i -= 1) {
    const row: boolean[] = [];
    for (let j = other.length; j >= 0; j -= 1) {
      if (i === one.length && j === other.length) row[j] = true;
      else if (one[i] === '*') row[j] = !!rowBelow[j] || !!row[j + 1];
      else if (other[j] === '*') row[j] = !!row[j + 1] || !!rowBelow[j];
      else row[j] = one[i] === other[j] && !!rowBelow[j + 1];
    }
    rowBelow = row;
  }
  return rowBelow[0] ?? false;
};

const expressionOf = (pattern: string): RegExp => {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
};

const expressions = new Map<string, RegExp>();

/** Whether a text matches an IAM pattern, where `*` is any text and `?` any character. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  const expression = expressions.get(pattern) ?? expressionOf(pattern);
  expressions.set(pattern, expression);
  return expression.test(text);
};
