import { csvLine } from '#lib/kernel/csv.ts';

describe('a line of a CSV file', () => {
  it('keeps plain values as they are', () => {
    expect(csvLine(['bucket', 3, true, null, undefined, ''])).toBe('bucket,3,true,,,\r\n');
  });

  it('quotes commas, quotation marks and line breaks', () => {
    expect(csvLine(['a,b', 'say "no"', 'two\nlines'])).toBe('"a,b","say ""no""","two\nlines"\r\n');
  });

  it('writes lists and objects as JSON', () => {
    expect(csvLine([['a', 'b'], { env: 'prod' }])).toBe('"[""a"",""b""]","{""env"":""prod""}"\r\n');
  });

  it.each([
    '=1+1',
    '+cmd',
    '-cmd',
    '@SUM(A1)',
    '\t=1',
    '\rx',
    ' =1',
    '\n=1',
    '\uff1d1',
    '\u3000\uff20a',
  ])('escapes %j, which spreadsheets would run', (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  });

  it.each(['=HYPERLINK("http://evil.example","x")'])('escapes and quotes the text %j', (text) => {
    expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
  });

  it.each([-5, '-5', '-0.25'])('keeps the number %j unchanged', (value) => {
    expect(csvLine([value])).toBe(`${value}\r\n`);
  });
});
