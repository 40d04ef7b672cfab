import { questionKinds, questions } from '#lib/domain/questions/question.schema.ts';
import { createLog, type LogFields } from '#lib/kernel/log.ts';

const noon = Date.parse('2027-02-28T12:00:00Z');

const openLog = () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: () => noon });
  const entries = () => lines.map((line): Record<string, unknown> => JSON.parse(line));
  return { log, lines, entries };
};

/** Fields from parsed text, which no type checker can verify. */
const untyped = (fields: object): LogFields => fields;

const oddTexts = [
  'line\r\nbreak \u2028 \u2029 \u0085',
  '\u0000\u001b[31mred\u001b[0m\u007f\u009b31m',
  '\u202Eright to left\u202C \u2066isolated\u2069 \u200bzero width\ufeff',
  '\ud800 lone \udfff surrogates',
  '"quotes" \\backslashes\\ {"level":"info"}',
  '\u{1F512} \u{E0041}\u{E007F} \u{1D173} Zalgo\u0334\u0321',
  'x'.repeat(1_000_000),
];

describe('a log entry', () => {
  it.each(questionKinds)('contains the id of the question to people: %s', (kind) => {
    const { log, entries } = openLog();
    const fields = { [questions[kind].id]: 'id_1' };
    log.error('The mail could not be sent.', fields);
    expect(entries()).toMatchObject([fields]);
  });

  it.each(['info', 'warn', 'error'] as const)('has level %s, a time and a message', (level) => {
    const { log, entries } = openLog();
    const [message, fields] = ['The bus started.', { area: 'bus', count: 3 }] as const;
    log[level](message, fields);
    expect(entries()).toEqual([{ time: '2027-02-28T12:00:00.000Z', level, message, ...fields }]);
  });

  it.each(oddTexts.map((text, index) => [index, text] as const))(
    'is one line of plain JSON for every text (%i)',
    (_, text) => {
      const { log, lines, entries } = openLog();
      const error = new Error(text);
      error.name = text;
      log.info(text, { area: text, route: text, tenant_id: text, error });
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      expect(lines[0]?.length).toBeLessThan(20_000);
      expect(entries()[0]?.area).toBe(text.slice(0, 500));
    },
  );

  it('omits fields that are not on its list', () => {
    const { log, lines } = openLog();
    const names = ['authorization', 'secret', 'token', 'password', 'cookie', 'body', '__proto__'];
    for (const name of [...names, 'constructor', 'toString', 'level', 'time']) {
      log.info('Refused.', untyped(JSON.parse(`{${JSON.stringify(name)}: "canary"}`)));
    }
    expect(lines).toHaveLength(11);
    expect(lines.join()).not.toContain('canary');
  });

  it('omits objects and lists in known fields', () => {
    const { log, lines } = openLog();
    log.info('Refused.', untyped({ area: { secret: 'canary' }, tenant_id: ['canary'] }));
    expect(lines.join()).not.toContain('canary');
  });

  it('omits the query of a route', () => {
    const { log, entries } = openLog();
    log.info('Called.', { route: '/integrations/github/webhook/lst_1?secret=canary\n&x=1' });
    expect(entries()[0]?.route).toBe('/integrations/github/webhook/lst_1');
  });
});

describe('an error in a log entry', () => {
  const emptied = Object.assign(new Error('x\n    at canary'), { message: '' });

  const described = (error: unknown) => {
    const { log, entries } = openLog();
    log.error('It failed.', { error });
    return entries()[0] ?? {};
  };

  it('is recorded by its name, code and locations', () => {
    const entry = described(Object.assign(new TypeError('canary'), { code: 'ECONNREFUSED' }));
    expect(entry).toMatchObject({ error: 'TypeError', code: 'ECONNREFUSED' });
    expect(JSON.stringify(entry.at)).toContain('log.test.ts');
  });

  it.each([
    ['a message', new Error('canary')],
    ['a message of many lines', new Error('x\n    at canary (canary:1:1)\n    at canary')],
    ['a message changed later', Object.assign(new Error('canary'), { message: 'other' })],
    ['lines of a message that was emptied', emptied],
    ['a cause', new Error('failed', { cause: new Error('canary') })],
    ['several errors', new AggregateError([new Error('canary')], 'canary')],
    ['a code that is a sentence', Object.assign(new Error('x'), { code: 'canary canary' })],
    ['a name that is a sentence', Object.assign(new Error('x'), { name: 'canary canary' })],
    ['an abort', new DOMException('canary', 'AbortError')],
    ['a thrown text', 'canary'],
    ['a thrown object', { message: 'canary', name: 'canary' }],
    ['undefined', undefined],
  ])('never reveals %s', (_, error) => {
    expect(JSON.stringify(described(error))).not.toContain('canary');
  });
});
