import * as fc from 'fast-check';
import { finishedPart } from '#web/components/rich-text/finished-part.ts';
import { caseCount } from '#test/support/thorough.ts';

/** Lines as models write them: texts, tables, code, and the beginnings of each. */
const line = fc.constantFrom(
  'Some text.',
  '',
  '  ',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '```',
  '```sql',
  '````',
  '~~~',
  '``` `not code`',
  '- one',
  '    four spaces',
);

const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'));

describe('the finished part of a growing text', () => {
  it.each([
    ['A paragraph that gro', ''],
    ['One.\n\nTwo', 'One.\n\n'],
    ['One.\n\n| a |\n|---|\n| 1', 'One.\n\n'],
    ['| a |\n|---|\n| 1 |\n\n', '| a |\n|---|\n| 1 |\n\n'],
    ['```sql\nselect 1\n\nfrom b', ''],
    ['```sql\nselect 1\n\nfrom b\n```\n\nThat', '```sql\nselect 1\n\nfrom b\n```\n\n'],
    ['````\n```\n\n', ''],
    ['~~~\n```\n\n~~~\n\n', '~~~\n```\n\n~~~\n\n'],
    ['One.\r\n\r\nTwo', 'One.\r\n\r\n'],
    ['10. Draw:\n\n    ```mermaid\n    a\n\n    b', '10. Draw:\n\n'],
    [
      '- ```sql\n  select 1\n\n  from b\n  ```\n\nThat',
      '- ```sql\n  select 1\n\n  from b\n  ```\n\n',
    ],
    ['> ```\n> a\n\n', ''],
    ['```\n    ```\n\n', ''],
  ])('of %j is %j', (input, finished) => {
    expect(finishedPart(input)).toBe(finished);
  });

  it('only grows at its end and is itself finished', () => {
    fc.assert(
      fc.property(text, (fullText) => {
        let before = '';
        for (let length = 0; length <= fullText.length; length += 1) {
          const now = finishedPart(fullText.slice(0, length));
          expect(now.startsWith(before)).toBe(true);
          expect(fullText.startsWith(now)).toBe(true);
          before = now;
        }
        expect(finishedPart(before)).toBe(before);
      }),
      { numRuns: caseCount({ usual: 100, thorough: 2000 }) },
    );
  });
});
