import * as z from 'zod';
import { commaList, pageQuery, searchText, wholeNumber } from '#lib/kernel/page.ts';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('a whole number of a query', () => {
  const number = wholeNumber(1, 100);

  it.each(['1', '10', '100', 1, 100])('accepts %j', (text) => {
    expect(number.parse(text)).toBe(Number(text));
  });

  it.each([
    ['0'],
    ['010'],
    ['00'],
    ['101'],
    ['-1'],
    ['+1'],
    ['1.0'],
    ['1e1'],
    ['0x1'],
    [' 1'],
    ['1 '],
    ['1\n'],
    ['１'],
    ['٣'],
    [''],
    ['NaN'],
    ['Infinity'],
    ['1,000'],
    ['9'.repeat(400)],
    [1.5],
    [0],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [null],
    [true],
    [['1']],
    [{}],
  ])('refuses %j', (value) => {
    expect(accepts(number, value)).toBe(false);
  });
});

describe('the query of a page', () => {
  const query = z.strictObject(pageQuery());

  it('has 10 items by default', () => {
    expect(query.parse({})).toEqual({ number_of_items: 10 });
  });

  it.each([
    [{ number_of_items: '100' }, true],
    [{ number_of_items: '101' }, false],
    [{ number_of_items: '0' }, false],
    [{ page_number: '1' }, true],
    [{ page_number: '0' }, false],
    [{ page_number: '1000000' }, true],
    [{ page_number: '1000001' }, false],
    [{ next: 'x'.repeat(2000) }, true],
    [{ next: 'x'.repeat(2001) }, false],
    [{ pageNumber: '1' }, false],
  ])('accepts %j: %s', (request, verdict) => {
    expect(accepts(query, request)).toBe(verdict);
  });
});

describe('a search text', () => {
  it.each([
    ['ab', 'ab'],
    ['  ab  ', 'ab'],
    ['a   b', 'a b'],
    ['a\t\nb', 'a b'],
    ['Prod-1 eu', 'Prod-1 eu'],
    ['--', '--'],
  ])('normalises %j to %j', (text, expected) => {
    expect(searchText.parse(text)).toBe(expected);
  });

  it.each(['', ' ', 'a', ' a ', 'x'.repeat(101)])('refuses the length of the text %j', (text) => {
    expect(accepts(searchText, text)).toBe(false);
  });

  const special = 'a.* (a+)+$ a|b [ab ab\\ a_b a/b é! äö a\0b ｆｕ %ab ^ab ${a}'.split(' ');

  it.each(special)('refuses the special characters in %j', (text) => {
    const { error } = searchText.safeParse(text);
    expect(error?.issues[0]?.message).toBe('Special characters are not allowed');
  });
});

describe('a comma-separated list in a query', () => {
  const colours = commaList(z.enum(['red', 'green', 'blue']));

  it.each([
    ['one value', 'red', ['red']],
    ['several values', 'blue,red', ['blue', 'red']],
    ['a repeated value once', 'red,blue,red', ['red', 'blue']],
    ['a list from a program', ['green', 'green', 'red'], ['green', 'red']],
  ])('accepts %s', (_name, input, values) => {
    expect(colours.parse(input)).toEqual(values);
  });

  it.each([
    [''],
    [','],
    ['red,'],
    [',red'],
    ['red, blue'],
    ['red;blue'],
    ['RED'],
    ['red,pink'],
    ['toString'],
    [[]],
    [['red', 1]],
    [{ 0: 'red' }],
    [null],
    [7],
  ])('refuses %j', (input) => {
    expect(accepts(colours, input)).toBe(false);
  });

  it('accepts texts up to the limits of a filter', () => {
    const texts = commaList(z.string().min(1).max(10));
    const many = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`).join();
    expect(texts.parse('__proto__,a b')).toEqual(['__proto__', 'a b']);
    expect(accepts(texts, many(100))).toBe(true);
    expect(accepts(texts, many(101))).toBe(false);
    expect(accepts(texts, 'eleven chars')).toBe(false);
  });
});
