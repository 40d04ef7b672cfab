import { fireEvent, render, screen } from '@testing-library/react';
import { limits } from '#lib/kernel/limits.ts';
import { lineProblems, linesOf, toDisplayLine } from '#web/components/files/lines.ts';
import { readFile, textRefusal } from '#web/components/files/read-file.ts';
import { TextLines } from '#web/components/files/text-lines.tsx';
import '../../file-bytes.ts';

const manyLines = Array.from({ length: 30_000 }, (_, at) => `line: ${at + 1}`).join('\n');
const renderedLines = () =>
  [...document.querySelectorAll('.file-line')].map(({ textContent }) => textContent);

describe('the lines of a file', () => {
  it('are separated by LF and CRLF and include empty lines', () => {
    expect(linesOf('a\r\nb\n\nc')).toEqual(['a', 'b', '', 'c']);
  });

  it('show characters that change the text direction as codes', () => {
    expect(toDisplayLine('name: \u202Eetah\u202C')).toBe('name: [U+202E]etah[U+202C]');
    expect(toDisplayLine('name: Ada')).toBe('name: Ada');
  });

  it('are shortened after 1,000 characters', () => {
    expect(toDisplayLine('x'.repeat(1_000_000))).toMatch(/^x{1000} … 999000 more characters$/);
  });

  it('are numbered and drawn only where visible', () => {
    render(<TextLines text={manyLines} label="Bot" />);
    expect(screen.getByRole('region', { name: 'Bot, 30000 lines' })).toBeInTheDocument();
    expect(renderedLines()).toHaveLength(60);
    expect(renderedLines()[0]).toBe('1line: 1');
  });

  it('are scrolled to and marked when they contain problems', () => {
    render(<TextLines text={manyLines} label="Bot" markedLines={[20_000]} at={{ line: 20_000 }} />);
    const frame = screen.getByRole('region');
    expect(frame.scrollTop).toBe(19_996 * 20);
    fireEvent.scroll(frame);
    expect(renderedLines()).toContain('✕20000line: 20000');
    expect(renderedLines()).toContain('20001line: 20001');
  });

  it('are one empty line for an empty text', () => {
    render(<TextLines text="" label="Bot" />);
    expect(renderedLines()).toEqual(['1']);
  });
});

describe('the problems of lines', () => {
  it('are read from the messages of the server', () => {
    const messages = ['Line 12: Unknown field: a', 'Nothing of a line', 'Line 3: Two\nrows'];
    expect(lineProblems(messages)).toEqual([
      { line: 12, message: 'Unknown field: a' },
      { line: 3, message: 'Two\nrows' },
    ]);
  });
});

describe('reading a chosen file', () => {
  const fileOf = (...bytes: BlobPart[]) => new File(bytes, 'bot.yaml');
  const larger = 'This file is larger than 1 MiB, the maximum size.';
  const noText = 'This file is not UTF-8 text. Choose a JSON or YAML file created by Export.';

  it.each<[string, File, object]>([
    ['text', fileOf('name: Ä'), { text: 'name: Ä' }],
    ['a picture', fileOf(new Uint8Array([0x89, 0x50, 0xff])), { refusal: noText }],
    ['too large', fileOf('x'.repeat(limits.apiBody + 1)), { refusal: larger }],
    ['too large as it is sent', fileOf('"'.repeat(limits.apiBody - 100)), { refusal: larger }],
  ])('returns the text or a refusal: %s', async (_, file, answer) => {
    expect(await readFile(file)).toEqual(answer);
  });

  it('accepts files up to the maximum request size of the server', () => {
    const frame = JSON.stringify({ text: '' }).length;
    expect(textRefusal('x'.repeat(limits.apiBody - frame))).toBeUndefined();
    expect(textRefusal('x'.repeat(limits.apiBody - frame + 1))).toBe(larger);
  });
});
