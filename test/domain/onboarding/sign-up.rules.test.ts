import { readSignUp } from '#lib/domain/onboarding/sign-up.rules.ts';

const given = {
  email: 'ada@example.com',
  name: ' Ada Lovelace ',
  'custom:organisation': ' Acme & Söhne ',
};
const address = 'Sign up with your e-mail address in lower case.';

describe('a sign-up', () => {
  it('is read from the attributes of its account', () => {
    expect(readSignUp('ada@example.com', { ...given, 'cognito:user_status': 'CONFIRMED' })).toEqual(
      {
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        organisation: 'Acme & Söhne',
      },
    );
  });

  it.each([
    ['its address in capitals', 'ADA@example.com', {}, address],
    ['another address', 'ada@example.com', { email: 'bob@example.com' }, address],
    ['its attribute in capitals', 'ada@example.com', { email: 'Ada@example.com' }, address],
    ['blanks around the address', 'ada@example.com', { email: ' ada@example.com' }, address],
    ['no address', 'ada@example.com', { email: undefined }, /./],
    ['letters that are not ASCII', '\u212Aa@b.io', { email: '\u212Aa@b.io' }, /Invalid email/],
    ['no name', 'ada@example.com', { name: undefined }, 'Enter your name.'],
    ['a blank name', 'ada@example.com', { name: ' ' }, 'Enter your name.'],
    ['an overlong name', 'ada@example.com', { name: 'x'.repeat(101) }, /at most 100/],
    [
      'no organisation',
      'ada@example.com',
      { 'custom:organisation': undefined },
      'Enter the name of your organisation.',
    ],
    [
      'an organisation of two lines',
      'ada@example.com',
      { 'custom:organisation': 'Acme\r\nBcc: eve@example.com' },
      'A name must be one line without invisible characters.',
    ],
    [
      'an organisation that turns text around',
      'ada@example.com',
      { 'custom:organisation': 'Acme \u202egnp.exe' },
      'A name must be one line without invisible characters.',
    ],
    [
      'an organisation that is a link',
      'ada@example.com',
      { 'custom:organisation': 'Prize at https://evil.example' },
      'A name cannot contain a web address.',
    ],
    [
      'an overlong organisation',
      'ada@example.com',
      { 'custom:organisation': 'x'.repeat(101) },
      'The name of an organisation has at most 100 characters.',
    ],
  ])('is refused with %s', (_, userName, change, message) => {
    const read = () => readSignUp(userName, { ...given, ...change });
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ status: 400 }));
  });
});
