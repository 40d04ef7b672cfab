import { newPassword, weakPasswordRule } from '#lib/domain/users/password.schema.ts';
import { isWeak, weakWords } from '#lib/domain/users/weak-words.schema.ts';

/** All that is wrong with a password. */
const problemsWith = (password: string): string[] =>
  newPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? [];

const endings = ['1!', '12!', '123!', '@123', '#123', '@1234', '2026!', '@2026', '_2026', '1234567$'];

describe('a password that is guessed first', () => {
  it.each([
    'P@ssw0rd',
    'Password1!',
    'P@$$w0rd1',
    'Pass@word1',
    'Welcome@123',
    'Admin#2026',
    'Qwerty123!',
    '1qaz@WSX',
    '!QAZ2wsx',
    'Abc@1234',
    'Aa123456!',
    'Summer2026!',
    'He11oWorld!',
    'Iloveyou1!',
    'India@123',
    'Cloudwarden1!',
    'AWS_console_2026',
  ])('is %s', (password) => {
    expect(problemsWith(password)).toEqual([weakPasswordRule]);
  });

  it('is each word of the list with each of the usual ends: over 3,000 of them', () => {
    const all = weakWords.flatMap((word) =>
      endings.map((end) => word.slice(0, 1).toUpperCase() + word.slice(1) + end),
    );
    expect(new Set(all).size).toBeGreaterThan(3000);
    expect(all.filter((password) => !isWeak(password))).toEqual([]);
  });

  it.each(['Right-horse1', 'Wrong-2-password', 'Summer-ladder-7', 'k9#Zt2!qLw', '8Z!4w#9$2&Q'])(
    'is not %s',
    (password) => {
      expect(problemsWith(password)).toEqual([]);
    },
  );

  it('is known at once, however long it is and in however many ways it can be read', () => {
    expect(isWeak(`${'qazwsx'.repeat(42)}1!`)).toBe(true);
    expect(problemsWith(`Z${'qazwsx'.repeat(42)}1!`)).toEqual([]);
  });
});

it('a password may be a long sentence with blanks, and counts as it was written', () => {
  const sentence = 'Every 7th ladder leans - on a plum tree, says Grace in the morning.';
  expect(sentence.length).toBeGreaterThan(64);
  expect(newPassword.parse(sentence)).toBe(sentence);
});
