const shownLength = 80;

/** The start of a text on one line, for sentences and lists. */
export const shorten = (text: string, length = shownLength): string => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
};

/**
 * Why an expression cannot be read, or has no value: a sentence for people that quotes the
 * shortened expression.
 */
export class ExpressionError extends Error {
  constructor(code: string, problem: 'cannot be read' | 'has no value', reason: string) {
    super(`The expression "${shorten(code)}" ${problem}: ${reason}`);
    this.name = 'ExpressionError';
  }
}

/** Why an evaluation was ended by a limit; its message completes an `ExpressionError`. */
export class Overrun extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Overrun';
  }
}

const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error
    ? error[name as keyof typeof error]
    : undefined;

const withFullStop = (sentence: string): string =>
  /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;

/** The reason given by JSONata, which throws plain objects, by the host, or by a limit. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Overrun) return error.message;
  if (error instanceof RangeError) {
    return 'it produces text, a list or a recursion that is too large.';
  }
  const message = property(error, 'message');
  if (typeof property(error, 'code') !== 'string' || typeof message !== 'string') {
    return 'its parts do not fit together. Check the types of the values that it uses.';
  }
  return withFullStop(shorten(message, 200));
};

/** Like `reasonOf`, with the position in the expression's text where it is known. */
export const syntaxReasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return withFullStop(shorten(error.message, 200));
  const position = property(error, 'position');
  const positionText = typeof position === 'number' ? ` (at character ${position})` : '';
  return reasonOf(error).replace(/\.$/, `${positionText}.`);
};
