import { listenerName, newListener } from '#lib/domain/listeners/listener.schema.ts';
import { headerSecretAuth, querySecretAuth, signatureAuth } from './sender.ts';

const tooShortOrLong = 'The name needs 3 to 100 characters.';
const blankAround = 'The name cannot start or end with a space.';
const blanksInside = 'The name cannot contain two spaces in a row.';
const otherLetters = 'Use letters, digits, hyphens and spaces only.';
const hyphenAround = 'The name must start and end with a letter or digit.';
const prefix = "The name cannot start with 'listener'.";

describe('the name of a listener', () => {
  it.each([
    ['abc'],
    ['GitHub pushes'],
    ['Prod-eu 1'],
    ['1st'],
    ['a-b'],
    ['a--b'],
    ['a - b'],
    ['a'.repeat(100)],
    ['my listener'],
    ['listen'],
    ['123'],
  ])('may be %j', (name) => {
    expect(listenerName.parse(name)).toBe(name);
  });

  it.each([
    [undefined, 'Please enter name'],
    [null, 'Please enter name'],
    [7, 'Please enter name'],
    ['', 'Please enter name'],
    ['a', tooShortOrLong],
    ['ab', tooShortOrLong],
    ['a'.repeat(101), tooShortOrLong],
    [' abc', blankAround],
    ['abc ', blankAround],
    ['\tabc', blankAround],
    ['abc\n', blankAround],
    ['abc\u00a0', blankAround],
    ['   ', blankAround],
    ['a  b', blanksInside],
    ['a \tb', blanksInside],
    ['a\n\nb', blanksInside],
    ['a\tb', otherLetters],
    ['a\nb', otherLetters],
    ['a_b', otherLetters],
    ['a.b', otherLetters],
    ['a/b', otherLetters],
    ['<b>x</b>', otherLetters],
    ['naïve', otherLetters],
    ['ａｂｃ', otherLetters],
    ['аbc', otherLetters],
    ['a\u200bb', otherLetters],
    ['a\0b', otherLetters],
    ['👍👍👍', otherLetters],
    ['-abc', hyphenAround],
    ['abc-', hyphenAround],
    ['---', hyphenAround],
    ['listener', prefix],
    ['Listener one', prefix],
    ['LISTENERS', prefix],
    ['listener-1', prefix],
  ])('cannot be %j: %s', (name, message) => {
    expect(listenerName.safeParse(name).error?.issues[0]?.message).toBe(message);
  });

  it('is refused when it has hundreds of thousands of characters', () => {
    for (const part of ['a', ' ', '- ', 'a ', '\n', 'é']) {
      expect(listenerName.safeParse(part.repeat(300_000)).success).toBe(false);
    }
  });
});

describe('the form of a listener', () => {
  const form = { name: 'Findings', description: 'What it is', auth_configs: signatureAuth };

  it('requires a description', () => {
    for (const description of [undefined, '', '  ']) {
      const { error } = newListener.safeParse({ ...form, description });
      expect(error?.issues[0]?.message).toBe('Please enter description');
    }
  });

  it('refuses a third additional header and a sixth payload field', () => {
    const extra = (n: number) => ({ name: `X-Extra-${n}`, value: 'v' });
    const parseForm = (headers: number, fields: string[]) => {
      const additional_headers = Array.from({ length: headers }, (_, at) => extra(at + 1));
      const auth_configs = { auth_type: 'signature', headers: { additional_headers } };
      return newListener.safeParse({ ...form, auth_configs, payload_validation_fields: fields });
    };
    const fields = ['a', ' a ', 'b', 'c', 'd'];
    expect(parseForm(2, fields).data).toMatchObject({
      auth_configs: { headers: { additional_headers: [{ name: 'x-extra-1' }, { value: 'v' }] } },
      payload_validation_fields: ['a', 'b', 'c', 'd'],
    });
    expect(parseForm(3, fields).error?.issues).toMatchObject([
      {
        path: ['auth_configs', 'headers', 'additional_headers'],
        message: 'Give at most 2 additional headers.',
      },
    ]);
    expect(parseForm(2, [...fields, 'e']).error?.issues).toMatchObject([
      {
        path: ['payload_validation_fields'],
        message: 'Give at most 5 payload validation fields.',
      },
    ]);
  });

  it('has the defaults that senders use for header, encoding, prefix and parameter', () => {
    const parse = (auth: object) => newListener.parse({ ...form, auth_configs: auth }).auth_configs;
    expect(parse({ auth_type: 'signature', headers: {} })).toEqual({
      auth_type: 'signature',
      headers: { primary_header: 'x-hub-signature-256', additional_headers: [] },
      signature_encoding_type: 'HEX',
      signature_prefix: 'sha256=',
    });
    expect(parse({ auth_type: 'secret_in_header', headers: {} })).toEqual({
      auth_type: 'secret_in_header',
      headers: { primary_header: 'x-secret-key', additional_headers: [] },
    });
    expect(parse({ auth_type: 'secret_in_query', query_param: {} })).toEqual({
      auth_type: 'secret_in_query',
      query_param: { param_name: 'secret' },
    });
  });

  it.each([
    ['no authentication', {}],
    ['an unknown authentication', { auth_type: 'none' }],
    ['an unknown encoding', { ...signatureAuth, signature_encoding_type: 'hex' }],
    ['no prefix', { ...signatureAuth, signature_prefix: '' }],
    ['another hash', { ...signatureAuth, algorithm: 'sha1' }],
    ['a header with a line break', { ...signatureAuth, headers: { primary_header: 'a\nb' } }],
    ['a header with a colon', { ...headerSecretAuth, headers: { primary_header: 'a:b' } }],
    ['a parameter with &', { ...querySecretAuth, query_param: { param_name: 'a&b' } }],
    ['an empty parameter', { ...querySecretAuth, query_param: { param_name: '' } }],
  ])('refuses %s', (_name, auth_configs) => {
    expect(newListener.safeParse({ ...form, auth_configs }).success).toBe(false);
  });
});
