import { fireEvent, render, screen } from '@testing-library/react';
import { limits } from '#lib/kernel/limits.ts';
import { lineProblems, linesOf, shownLine } from '#web/components/files/lines.ts';
import { readFile, textRefusal } from '#web/components/files/read-file.ts';
import { TextLines } from '#web/components/files/text-lines.tsx';
import '../../file-bytes.ts';

const many = Array.from({ length: 30_000 }, (_, at) => `line: ${at + 1}`).join('\n');
const drawn = () =>
  [...document.querySelectorAll('.file-line')].map(({ textContent }) => textContent);

describe('the lines of a file', () => {
  it('are those that the server counts', () => {
    expect(linesOf('a\r\nb\n\nc')).toEqual(['a', 'b', '', 'c']);
  });

  it('show what would turn or hide a text', () => {
    expect(shownLine('name: \u202Eetah\u202C')).toBe('name: [U+202E]etah[U+202C]');
    expect(shownLine('name: Ada')).toBe('name: Ada');
  });

  it('are cut where nobody reads on', () => {
    expect(shownLine('x'.repeat(1_000_000))).toMatch(/^x{1000} … 999000 more characters$/);
  });

  it('are numbered, and only those in sight are drawn', () => {
    render(<TextLines text={many} label="Bot" />);
    expect(screen.getByRole('region', { name: 'Bot, 30000 lines' })).toBeInTheDocument();
    expect(drawn()).toHaveLength(60);
    expect(drawn()[0]).toBe('1line: 1');
  });

  it('come into sight where something is wrong with them, and are marked', () => {
    render(<TextLines text={many} label="Bot" marked={[20_000]} at={{ line: 20_000 }} />);
    const frame = screen.getByRole('region');
    expect(frame.scrollTop).toBe(19_996 * 20);
    fireEvent.scroll(frame);
    expect(drawn()).toContain('✕20000line: 20000');
    expect(drawn()).toContain('20001line: 20001');
  });

  it('of an empty text are one', () => {
    render(<TextLines text="" label="Bot" />);
    expect(drawn()).toEqual(['1']);
  });
});

describe('what is wrong with lines', () => {
  it('is read from what the server says', () => {
    const said = ['Line 12: Unknown field: a', 'Nothing of a line', 'Line 3: Two\nrows'];
    expect(lineProblems(said)).toEqual([
      { line: 12, message: 'Unknown field: a' },
      { line: 3, message: 'Two\nrows' },
    ]);
  });
});

describe('a file that is chosen', () => {
  const fileOf = (...bytes: BlobPart[]) => new File(bytes, 'bot.yaml');
  const larger = 'This file is larger than 1 MiB, the maximum size.';
  const noText = 'This file is not UTF-8 text. Choose a JSON or YAML file created by Export.';

  it.each<[string, File, object]>([
    ['text', fileOf('name: Ä'), { text: 'name: Ä' }],
    ['a picture', fileOf(new Uint8Array([0x89, 0x50, 0xff])), { refusal: noText }],
    ['too large', fileOf('x'.repeat(limits.apiBody + 1)), { refusal: larger }],
    ['too large as it is sent', fileOf('"'.repeat(limits.apiBody - 100)), { refusal: larger }],
  ])('that is %s', async (_, file, answer) => {
    expect(await readFile(file)).toEqual(answer);
  });

  it('may be as large as what the server takes', () => {
    const frame = JSON.stringify({ text: '' }).length;
    expect(textRefusal('x'.repeat(limits.apiBody - frame))).toBeUndefined();
    expect(textRefusal('x'.repeat(limits.apiBody - frame + 1))).toBe(larger);
  });
});
