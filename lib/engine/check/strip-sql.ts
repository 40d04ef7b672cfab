/** A word; dollar signs within it do not begin a text. */
const word = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy;

/** The delimiter of a dollar-quoted text: `$$`, `$body$`. */
const dollars = /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy;

const lineComment = /--[^\n\r]*/y;

const matchAt = (pattern: RegExp, sql: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
};

/** The index after the closing quotation mark, or -1; a doubled mark does not close. */
const endOfQuoted = (sql: string, start: number, hasEscapes: boolean): number => {
  const mark = sql[start];
  for (let at = start + 1; at < sql.length; at += 1) {
    if (hasEscapes && sql[at] === '\\') at += 1;
    else if (sql[at] === mark && sql[at + 1] === mark) at += 1;
    else if (sql[at] === mark) return at + 1;
  }
  return -1;
};

/** The index after the end of a comment, or -1; comments may be nested. */
const endOfComment = (sql: string, start: number): number => {
  let depth = 1;
  for (let at = start + 2; at < sql.length; at += 1) {
    const pair = sql.slice(at, at + 2);
    if (pair !== '/*' && pair !== '*/') continue;
    depth += pair === '/*' ? 1 : -1;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return -1;
};

/** The index after the text, quoted name or comment that begins here; -1 if it never ends. */
const endOfTextOrComment = (sql: string, at: number, previous: string): number | undefined => {
  const one = sql[at];
  if (one === "'") return endOfQuoted(sql, at, previous.toLowerCase() === 'e');
  if (one === '"') return endOfQuoted(sql, at, false);
  if (one === '-') {
    const comment = matchAt(lineComment, sql, at);
    return comment === undefined ? undefined : at + comment.length;
  }
  if (one === '/' && sql[at + 1] === '*') return endOfComment(sql, at);
  const dollarTag = one === '$' ? matchAt(dollars, sql, at) : undefined;
  if (dollarTag === undefined) return undefined;
  const closeIndex = sql.indexOf(dollarTag, at + dollarTag.length);
  return closeIndex === -1 ? -1 : closeIndex + dollarTag.length;
};

/**
 * SQL without its texts, quoted names and comments; undefined where one of them never ends. It
 * makes a single pass, so that unclosed parts cost no more than one scan.
 */
export const stripSqlTexts = (sql: string): string | undefined => {
  const marks: string[] = [];
  let previous = '';
  for (let at = 0; at < sql.length;) {
    const end = endOfTextOrComment(sql, at, previous);
    if (end === -1) return undefined;
    previous = end === undefined ? (matchAt(word, sql, at) ?? sql.charAt(at)) : '';
    marks.push(end === undefined ? previous : ' ');
    at = end ?? at + previous.length;
  }
  return marks.join('');
};
