import { readBotText } from '#lib/domain/bots/bot-text.rules.ts';
import { limits } from '#lib/kernel/limits.ts';
import { Refusal } from '#lib/kernel/refusal.ts';

const head = 'format: cloudwarden.bot/1\nname: Isolate\n';

/** The piece repeated up to the maximum size of a file. */
const fillFile = (piece: string): string =>
  piece.repeat(Math.floor((limits.apiBody - 1000) / piece.length));

/** The reason for rejection; the whole refusal is short, whatever the text is. */
const sentence = (text: string): string => {
  try {
    readBotText(text);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    expect(JSON.stringify(error.body()).length).toBeLessThan(10_000);
    return error.message;
  }
  throw new Error('It was taken.');
};

const keys = Array.from({ length: 45_000 }, (_, at) => `k${at}: 1\n`).join('');
const deep = 'The file is nested deeper than 64 levels.';

describe('a file of the maximum size', () => {
  it.each([
    ['keys', head + keys, 'Line 1: graph is missing.'],
    ['the same key', head + 'a: 1\n'.repeat(45_000), 'Line 4: Map keys must be unique.'],
    ['quotes', fillFile('"'), 'Line 1: The file has too many values.'],
    ['quoted keys', `{${fillFile('"a":1,')}}`, 'Line 1: The file has too many values.'],
    ['closing brackets', fillFile(']'), 'Line 1: This ] has no matching opening bracket.'],
    ['commas', `[${fillFile(',')}`, 'Line 1: Unexpected , in flow sequence.'],
    ['anchors', fillFile('a: &a 1\n'), 'Line 101: The file has more than 100 anchors.'],
    ['ends', fillFile('...\n'), /^Line 3: A file must contain only one document. A second one/],
    [
      'lines with question marks',
      fillFile('?\n'),
      'Line 101: The file has more than 100 explicit keys (marked with "?").',
    ],
    [
      'steps',
      Array.from({ length: 1200 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
      `Line 65: ${deep}`,
    ],
    ['short keys', head + fillFile('a: 1\n'), /: The file has too many values\.$/],
    ['brackets', `${head}graph: ${fillFile('[')}`, `Line 3: ${deep}`],
    ['braces', `${head}graph: ${fillFile('{a: ')}`, `Line 3: ${deep}`],
    ['JSON inside of JSON', fillFile('{"a":'), `Line 1: ${deep}`],
    ['dashes', fillFile('- '), `Line 1: ${deep}`],
    ['question marks on one line', fillFile('? '), `Line 1: ${deep}`],
    ['numbers', `${head}graph: [${fillFile('1,')}]`, 'Line 3: The file has too many values.'],
    [
      'aliases',
      `${head}a: &a 1\nb: [${fillFile('*a,')}]`,
      /^Line 4: The file has more than 100 alia/,
    ],
    [
      'an alias of nothing',
      `${head}a: *b\nb: &b 1`,
      'Line 3: The alias *b has no anchor &b before it.',
    ],
    [
      'one alias',
      fillFile('*'),
      `Line 1: The alias *${'*'.repeat(60)}… has no anchor &${'*'.repeat(60)}… before it.`,
    ],
    [
      'one tag',
      `!${fillFile('a')} 1`,
      `Line 1: Tags such as !${'a'.repeat(59)}… are not supported.`,
    ],
    [
      'one name',
      `${head}graph: {nodes: [], edges: []}\n? ${fillFile('k')}\n: 1`,
      `Line 5: Unknown field: ${'k'.repeat(60)}…`,
    ],
    ['nameless aliases', fillFile('*\n'), 'Line 101: The file has more than 100 aliases.'],
    ['lists', `[${fillFile('[],')}]`, 'Line 1: The file has too many values.'],
    ['groups', `[${fillFile('{},')}]`, 'Line 1: The file has too many values.'],
    ['dashes below each other', fillFile('-\n'), /: The file has too many (values|lines)\.$/],
    ['empty lines', fillFile('\n'), 'Line 150001: The file has too many lines.'],
    ['lines of Windows', fillFile('\r\n'), 'Line 150001: The file has too many lines.'],
    ['carriage returns', fillFile('\r'), /^(Line 1: |The file is empty)/],
    ['comments', fillFile('#\n'), 'Line 10001: The file has too many comments.'],
    ['tags', fillFile('!a '), 'Line 1: Tags such as !a are not supported.'],
    [
      'documents',
      fillFile('---\n'),
      'Line 2: A file must contain only one document. A second one begins here.',
    ],
    ['an open quote', `${head}description: "${fillFile('abc\n')}`, /: Missing closing "quote\.$/],
    ['one long word', fillFile('x'), /^Line 1: /],
  ])('that is full of %s is refused with a short sentence', (_, text, expected) => {
    if (typeof expected === 'string') expect(sentence(text)).toBe(expected);
    else expect(sentence(text)).toMatch(expected);
  });
});

describe('a key that is not a name', () => {
  const noName = 'A key must be a name, not a list or a group.';

  it.each([
    ['a list', '[canary]: 1', `Line 3: ${noName}`],
    ['a group', '{canary: 1}: 1', `Line 3: ${noName}`],
    ['a list behind a question mark', '? - canary\n: 1', `Line 3: ${noName}`],
    ['an alias', 'a: &a [canary]\n*a : 1', `Line 4: ${noName}`],
    ['nothing', ': canary', 'Line 1: graph is missing.'],
  ])('is refused as %s, and no text of the file is logged', (_, text, message) => {
    const loggedCalls: unknown[] = [];
    const write = (...args: unknown[]) => void loggedCalls.push(args);
    const spies = [
      ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
        jest.spyOn(console, name).mockImplementation(write),
      ),
      jest.spyOn(process, 'emitWarning').mockImplementation(write),
      jest.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
        write(chunk);
        return true;
      }),
    ];
    try {
      expect(sentence(`${head}${text}\n`)).toBe(message);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    expect(loggedCalls).toEqual([]);
  });
});

describe('the text of a bot file', () => {
  const botText = `${head}graph:\n  nodes: []\n  edges: []\n`;

  it('may contain YAML syntax in its texts that is refused elsewhere', () => {
    const yamlText = `${'['.repeat(100)} ${'*a '.repeat(101)} !tag --- ---`;
    expect(readBotText(`${botText}description: '${yamlText}'`).file.description).toBe(yamlText);
    const block = `${botText}description: |\n${'  [*a !b\n  ---\n'.repeat(150)}`;
    expect(readBotText(block).file.description).toBe('[*a !b\n---\n'.repeat(150).trimEnd());
  });

  it('refuses a duplicate key in any spelling', () => {
    expect(sentence(`${botText}settings: {"1": a, 1: b}`)).toBe('Line 6: Map keys must be unique.');
    expect(sentence(`${botText}"name": b`)).toBe('Line 6: Map keys must be unique.');
  });

  it('may start and end with the markers of a document', () => {
    expect(readBotText(`---\n${botText}...\n`).file.name).toBe('Isolate');
  });
});
