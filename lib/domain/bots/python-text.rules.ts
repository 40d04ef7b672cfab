/** Matches comments, strings, line continuations and other text; brackets one by one. */
const lexemes = new RegExp(
  [
    /#[^\n]*/,
    /("""|''')(?:\\[^]|(?!\1)[^\\])*\1/,
    /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/,
    /\\\r?\n/,
    /[^#"'()[\]{}\n\\]+/,
    /[^]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Matches statements that open a block and so need a colon. */
const blockStart =
  /^\s*(?:async\s+)?(?:def|class|if|elif|else|for|while|try|except|finally|with)\b/;

const openingBracketOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const lineBreaksIn = (text: string): number => text.split('\n').length - 1;

type OpenBracket = { mark: string; line: number };

/** The problem with a closing bracket, given the innermost open one; undefined if they match. */
const closingProblem = (
  mark: string,
  line: number,
  opening: OpenBracket | undefined,
): string | undefined => {
  if (opening?.mark === openingBracketOf[mark]) return undefined;
  if (!opening) return `Line ${line}: "${mark}" has no matching opening bracket.`;
  return `Line ${line}: "${mark}" does not match the "${opening.mark}" in line ${opening.line}.`;
};

/**
 * The first syntax error that a simple scan of Python code finds: an unclosed string or bracket, or
 * a block without a colon. Other errors are only found by Python in a run.
 */
export const pythonTextProblem = (code: string): string | undefined => {
  const openBrackets: OpenBracket[] = [];
  let line = 1;
  let statement = { line: 1, text: '' };
  for (const [lexeme] of `${code}\n`.matchAll(lexemes)) {
    if (/^["']{1,3}$/.test(lexeme) && lexeme.length !== 2) {
      return `Line ${line}: the string that begins here is not closed.`;
    }
    if (/^[([{]$/.test(lexeme)) openBrackets.push({ mark: lexeme, line });
    else if (/^[)\]}]$/.test(lexeme)) {
      const problem = closingProblem(lexeme, line, openBrackets.pop());
      if (problem !== undefined) return problem;
    } else if (lexeme === '\n' && openBrackets.length === 0) {
      const { text } = statement;
      if (blockStart.test(text) && !text.includes(':')) {
        return `Line ${statement.line}: the statement must end with ":".`;
      }
      statement = { line: line + 1, text: '' };
    } else if (openBrackets.length === 0 && !/^["'#]/.test(lexeme)) statement.text += lexeme;
    line += lineBreaksIn(lexeme);
  }
  const last = openBrackets.at(-1);
  return last && `Line ${last.line}: "${last.mark}" is never closed.`;
};
