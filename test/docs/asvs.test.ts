import { existsSync, readFileSync } from 'node:fs';

const page = readFileSync('docs/asvs.md', 'utf8');

type Row = {
  chapter: number;
  number: string;
  level: string;
  about: string;
  answer: string;
  why: string;
};

const rowForm =
  /^\| (?<number>[\d.]+) \| (?<level>.) \| (?<about>.+?) \| (?<answer>.+?) \| (?<why>.+) \|$/;

const chapters = page
  .split(/^## V/m)
  .slice(1)
  .map((text) => ({ chapter: Number.parseInt(text, 10), lines: text.split('\n') }));

const rows: Row[] = chapters.flatMap(({ chapter, lines }) =>
  lines
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const { groups } = rowForm.exec(line) ?? {};
      if (!groups) throw new Error(`This is no row of five cells: ${line}`);
      return { chapter, ...groups } as Row;
    }),
);

const rowsByNumber = rows.map((row) => [row.number, row] as const);
const rowsWithAnswer = (answer: string) => rowsByNumber.filter(([, row]) => row.answer === answer);

/** A requirement's number in a form that can be sorted. */
const orderOf = (number: string): number =>
  number.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);

const pathPattern = /`((?:test|lib|lambdas|agent|bin|web|docs)\/[^`]+)`/g;

const filesIn = (reason: string): string[] =>
  [...reason.matchAll(pathPattern)].map(([, path = '']) => path);

const anchorOf = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

const testsIn = (reason: string): string[] =>
  filesIn(reason).filter((path) => /^test\/.+\.(test|contract)\.tsx?$/.test(path));

describe('the rows of the ASVS page', () => {
  it('are unique and in numeric order under their chapters', () => {
    const numbers = chapters.map(({ chapter }) => chapter);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const order = rows.map(({ number }) => orderOf(number));
    expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
    for (const { number, chapter } of rows) {
      expect(number).toMatch(/^\d+\.\d+\.\d+$/);
      expect(number.split('.')[0]).toBe(String(chapter));
    }
  });

  it('include at least one row for each chapter', () => {
    for (const { chapter } of chapters) {
      expect(rows.some((row) => row.chapter === chapter)).toBe(true);
    }
  });

  it.each(rowsByNumber)(
    '%s has an answer, a reason, and level 1 or 2',
    (_, { answer, level, why }) => {
      expect(['Pass', 'Not applicable', 'Open']).toContain(answer);
      expect(['1', '2']).toContain(level);
      expect(why.length).toBeGreaterThan(8);
    },
  );

  it.each(rowsByNumber)('%s names files that exist', (_, { why }) => {
    expect(filesIn(why).filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(rowsByNumber)('%s links to sections that exist', (_, { why }) => {
    for (const [, file = '', anchor] of why.matchAll(/\]\(([\w./-]+)(?:#([\w-]+))?\)/g)) {
      const headings = readFileSync(`docs/${file}`, 'utf8').match(/^#+ .+$/gm) ?? [];
      expect([undefined, ...headings.map(anchorOf)]).toContain(anchor);
    }
  });

  it.each(rowsWithAnswer('Pass'))('%s, which passes, names its tests', (_, { why }) => {
    expect(testsIn(why)).not.toEqual([]);
  });

  it('name for each open row who has to act', () => {
    for (const [number, { why }] of rowsWithAnswer('Open')) {
      const ownerPattern = expect.stringMatching(/^(Product|Operator): /);
      expect({ number, why }).toEqual({ number, why: ownerPattern });
    }
  });

  it('include as many open rows as the page states, and no more than before', () => {
    const openCount = rowsWithAnswer('Open').length;
    expect(page).toContain(` ${openCount} rows are open; the aim is ten.`);
    expect(openCount).toBeLessThanOrEqual(18);
  });
});
