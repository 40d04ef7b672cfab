import { emailAddress } from '#lib/kernel/email.ts';

describe('an e-mail address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada@Example.COM ', 'ada@example.com'],
    ['a.b+c_d-e@sub.example.co', 'a.b+c_d-e@sub.example.co'],
    ["o'neil@example.com", "o'neil@example.com"],
    ['ADMIN@K8S-1.IO', 'admin@k8s-1.io'],
  ])('normalises %j to %j', (text, expected) => {
    expect(emailAddress.parse(text)).toBe(expected);
  });

  it.each([
    [''],
    ['ada'],
    ['ada@'],
    ['@example.com'],
    ['ada@example'],
    ['ada@.com'],
    ['ada@example..com'],
    ['ada@example.c'],
    ['ada@@example.com'],
    ['ada@example.com@evil.example'],
    ['ada example@example.com'],
    ['ada@example.com,eve@example.com'],
    ['ada@example.com;eve@example.com'],
    ['<ada@example.com>'],
    ['"ada"@example.com'],
    ['ada@example.com\r\nBcc: eve@example.com'],
    ['ada\0@example.com'],
    ['ada@exa\u212Aple.com'],
    ['\u212Aim@example.com'],
    ['аda@example.com'],
    ['ada@exаmple.com'],
    ['ａda@example.com'],
    ['ada@example.com\u200b'],
    ['ada\u202e@example.com'],
    ['ada@[127.0.0.1]'],
    [`${'a'.repeat(250)}@example.com`],
  ])('refuses %j', (text) => {
    expect(emailAddress.safeParse(text).error?.issues[0]?.message).toBe('Invalid email format');
  });

  it('refuses very long texts', () => {
    for (const part of ['@', '@.', 'a@', 'a.', '.a@a', '-']) {
      expect(emailAddress.safeParse(part.repeat(200_000)).success).toBe(false);
    }
  });
});
