import { isDeepStrictEqual } from 'node:util';
import { memoize } from './memoize.ts';
import { isMap, type Scope, type UsedPlaceholders, valueAt } from './scope.ts';
import { Tokens } from './tokens.ts';
import { plainOf, type Stored, type StoredMap } from './value.ts';

type Operand = (item: StoredMap, scope: Scope) => Stored | undefined;
type Test = (item: StoredMap, scope: Scope) => boolean;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Compares two values; texts by their UTF-8 bytes, as keys are. */
const compareValues = (a: Stored, b: Stored): number | undefined => {
  const [left, right] = [plainOf(a), plainOf(b)];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (isText(left) && isText(right)) return Buffer.compare(Buffer.from(left), Buffer.from(right));
  const areBytes = left instanceof Uint8Array && right instanceof Uint8Array;
  return areBytes ? Buffer.compare(left, right) : undefined;
};

const isEqual = (a: Stored, b: Stored): boolean =>
  a === b || (typeof a === 'object' && isDeepStrictEqual(a, b));

const orderComparison =
  (holds: (order: number) => boolean) =>
  (a: Stored | undefined, b: Stored | undefined): boolean => {
    const found = a === undefined || b === undefined ? undefined : compareValues(a, b);
    return found !== undefined && holds(found);
  };

const comparisons = {
  '=': (a, b) => a !== undefined && b !== undefined && isEqual(a, b),
  '<>': (a, b) => a === undefined || b === undefined || !isEqual(a, b),
  '<=': orderComparison((found) => found <= 0),
  '>=': orderComparison((found) => found >= 0),
  '<': orderComparison((found) => found < 0),
  '>': orderComparison((found) => found > 0),
} satisfies Record<string, (a: Stored | undefined, b: Stored | undefined) => boolean>;

const operators = Object.keys(comparisons) as (keyof typeof comparisons)[];

const sizeOf = (value: Stored | undefined): number | undefined => {
  const plain = plainOf(value);
  if (isText(plain)) return plain.length;
  if (plain instanceof Uint8Array || Array.isArray(plain)) return plain.length;
  return isMap(plain) ? Object.keys(plain).length : undefined;
};

const beginsWith = (value: Stored | undefined, start: Stored | undefined): boolean => {
  const [text, begin] = [plainOf(value), plainOf(start)];
  return isText(text) && isText(begin) && text.startsWith(begin);
};

const functions = ['ATTRIBUTE_EXISTS', 'ATTRIBUTE_NOT_EXISTS', 'BEGINS_WITH'] as const;

class ConditionParser extends Tokens {
  constructor(text: string) {
    super(text, 'ConditionExpression');
  }

  parse(): Test {
    const test = this.anyOf();
    if (!this.isAtEnd) throw this.unexpected();
    return test;
  }

  private anyOf(): Test {
    const first = this.allOf();
    if (!this.takes('OR')) return first;
    const rest = this.anyOf();
    return (item, scope) => first(item, scope) || rest(item, scope);
  }

  private allOf(): Test {
    const first = this.negated();
    if (!this.takes('AND')) return first;
    const rest = this.allOf();
    return (item, scope) => first(item, scope) && rest(item, scope);
  }

  private negated(): Test {
    if (!this.takes('NOT')) return this.single();
    const test = this.negated();
    return (item, scope) => !test(item, scope);
  }

  private single(): Test {
    if (this.takes('(')) {
      const test = this.anyOf();
      this.expect(')');
      return test;
    }
    const name = this.takesOneOf(functions);
    return name === undefined ? this.comparison() : this.call(name);
  }

  private call(name: (typeof functions)[number]): Test {
    this.expect('(');
    const path = this.path();
    if (name === 'BEGINS_WITH') {
      this.expect(',');
      const start = this.operand();
      this.expect(')');
      return (item, scope) => beginsWith(valueAt(item, path, scope), start(item, scope));
    }
    this.expect(')');
    const mustExist = name === 'ATTRIBUTE_EXISTS';
    return (item, scope) => (valueAt(item, path, scope) !== undefined) === mustExist;
  }

  private comparison(): Test {
    const left = this.operand();
    if (this.takes('BETWEEN')) {
      const low = this.operand();
      this.expect('AND');
      const high = this.operand();
      return (item, scope) => {
        const value = left(item, scope);
        const isAbove = comparisons['>='](value, low(item, scope));
        return isAbove && comparisons['<='](value, high(item, scope));
      };
    }
    if (this.takes('IN')) return this.listed(left);
    const operator = this.takesOneOf(operators);
    if (!operator) throw this.unexpected();
    const right = this.operand();
    const compare = comparisons[operator];
    return (item, scope) => compare(left(item, scope), right(item, scope));
  }

  private listed(left: Operand): Test {
    this.expect('(');
    const choices = [this.operand()];
    while (this.takes(',')) choices.push(this.operand());
    this.expect(')');
    return (item, scope) => {
      const value = left(item, scope);
      return choices.some((choice) => comparisons['='](value, choice(item, scope)));
    };
  }

  private operand(): Operand {
    if (this.takes('SIZE')) {
      this.expect('(');
      const path = this.path();
      this.expect(')');
      return (item, scope) => sizeOf(valueAt(item, path, scope));
    }
    if (this.isAtPath) {
      const path = this.path();
      return (item, scope) => valueAt(item, path, scope);
    }
    const placeholder = this.value();
    return (_item, scope) => scope.value(placeholder);
  }
}

export type Condition = UsedPlaceholders & { holds: Test };

/** Parses a condition expression. */
export const parseCondition = memoize((text): Condition => {
  const parser = new ConditionParser(text);
  const { names, values } = parser;
  return { holds: parser.parse(), names, values };
});
