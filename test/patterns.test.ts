import { runInNewContext } from 'node:vm';
import { productFolders, sourcesIn } from './support/sources.ts';

/** Literals of regular expressions in code without comments. */
const literalPattern =
  /(?<![\w)\]$]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\[\n])+\/[dgimsuvy]*(?![\w/])/g;

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');

const isValid = (literal: string): boolean => {
  const end = literal.lastIndexOf('/');
  try {
    return Boolean(new RegExp(literal.slice(1, end), literal.slice(end + 1)));
  } catch {
    return false;
  }
};

/** The expressions of the product that repeat something, with the file of each. */
const patterns = new Map(
  sourcesIn(...productFolders).flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(literalPattern)]
      .filter(([literal]) => /[*+]|\{\d*,/.test(literal) && isValid(literal))
      .map(([literal]) => [literal, path] as const),
  ),
);

/** What is repeated, and what stands before it, besides the words of the expression itself. */
const characters = ' aA1-./\\"\'{}<>:=`\n_,;[($@#*|%é';
const parts = [...characters.split(''), 'a.', 'a-', 'a ', '1.', '\\"', '{{', ' a', '--', 'a='];
const starts = ['', 'a', '"', "'", '"""', "'''", '{%', '/*', '$a$', '```'];

/** The literal words of an expression, which lead into its repetitions. */
const wordsIn = (source: string): string[] =>
  source
    .replaceAll(/\\[a-z]|\[[^\]]*\]|[()?*+|^$\\]|\{\d*,?\d*\}/gi, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 4);

/** Whether texts that nearly match take an expression longer than `timeout` milliseconds. */
const isSlow = (literal: string, timeout: number): boolean => {
  const words = wordsIn(literal.slice(1, literal.lastIndexOf('/')));
  const pieces = { parts: [...parts, ...words], starts: [...starts, ...words, words.join('')] };
  const code = `
    for (const part of parts)
      for (const start of starts) ${literal}.exec(start + part.repeat(60) + '\\u0001');
  `;
  try {
    runInNewContext(code, pieces, { timeout });
    return false;
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    throw error;
  }
};

describe('the regular expressions of the product', () => {
  it('are found', () => {
    expect(patterns.size).toBeGreaterThan(200);
  });

  it('are tried with texts that would take one that backtracks exponentially for ever', () => {
    expect(isSlow(String.raw`/("""|''')(?:\\[^]|(?!\1)[^])*\1/`, 500)).toBe(true);
  });

  it('take no time that grows exponentially with the text', () => {
    // All of them together take less than a second: the limit is for one that would never end.
    expect([...patterns].filter(([literal]) => isSlow(literal, 20_000))).toEqual([]);
  });
});
