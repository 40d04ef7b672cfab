import { newRole, roleChange } from '#lib/domain/roles/role.schema.ts';
import { limits } from '#lib/kernel/limits.ts';

const valid = {
  description: 'What they do',
  policies: { ALLOW: { bot: { '*': true } }, DENY: {} },
};

const problemIn = (schema: typeof newRole | typeof roleChange, fields: object) => {
  const { error } = schema.safeParse({ name: 'Reader', ...valid, ...fields });
  return error?.issues[0]?.message;
};

const formMessage =
  'Name must start and end with a letter or number, and can only contain letters, numbers, ' +
  'and hyphens';
const hyphens = 'Hyphens should not have spaces around them';
const short = 'Role name must be at least 3 characters long';
const long = 'Role name cannot exceed 64 characters!';

describe('the name of a role', () => {
  it.each([
    ['abc', undefined],
    ['Bot-Author-2', undefined],
    ['007', undefined],
    ['a--b', undefined],
    ['r'.repeat(64), undefined],
    ['r'.repeat(65), long],
    ['', 'Please input the role name!'],
    ['a', short],
    ['ab', short],
    ['-abc', formMessage],
    ['abc-', formMessage],
    ['a b c', formMessage],
    ['a_b', formMessage],
    ['àbc', formMessage],
    ['abс', formMessage],
    ['abc\n', formMessage],
    [' abc', formMessage],
    ['abc - def', hyphens],
    ['abc- def', hyphens],
    ['abc -def', hyphens],
    [undefined, 'Please input the role name!'],
    [7, 'Please input the role name!'],
  ])('is checked: %j, problem: %s', (name, sentence) => {
    expect(problemIn(newRole, { name })).toBe(sentence);
  });

  it.each([
    ['Reader', undefined],
    ['', 'Please input role name!'],
    [undefined, 'Please input role name!'],
    ['r'.repeat(65), long],
    ['ab', short],
    ['a - b', hyphens],
    ['a_b', formMessage],
  ])('is checked on editing: %j, problem: %s', (name, sentence) => {
    expect(problemIn(roleChange, { name })).toBe(sentence);
  });

  it.each([undefined, '', '  '])('is refused with the description %j', (description) => {
    for (const schema of [newRole, roleChange]) {
      expect(problemIn(schema, { description })).toBe('Please input the description!');
    }
  });
});

describe('the policies of a role', () => {
  const policies = (text: string) => {
    const input: unknown = JSON.parse(text);
    return problemIn(newRole, { policies: input });
  };

  it.each([
    '{"ALLOW":{"*":{"*":true}},"DENY":{}}',
    '{"ALLOW":{"bot":{"read_*":true,"write_*":true}},"DENY":{"*":{"delete_bot":true}}}',
    '{"ALLOW":{},"DENY":{}}',
  ])('may be written as %s', (text) => {
    expect(policies(text)).toBe(undefined);
  });

  it.each([
    ['{"ALLOW":{"bot":{"read_bot_*":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"bot":{"*_bot":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"bot":{"**":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"bot":{"connect_*":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"bot":{"read_*\\n":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"bot":{"toString":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"bot":{"constructor":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"bot":{"__proto__":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"__proto__":{"*":true}},"DENY":{}}', 'This permission does not exist.'],
    ['{"ALLOW":{"b*":{"*":true}},"DENY":{}}', 'This resource type does not exist.'],
    ['{"ALLOW":{"Bot":{"*":true}},"DENY":{}}', 'This resource type does not exist.'],
    ['{"ALLOW":{"":{"*":true}},"DENY":{}}', 'This resource type does not exist.'],
  ])('may not be written as %s: %s', (text, sentence) => {
    expect(policies(text)).toBe(sentence);
  });

  it.each([
    '{"ALLOW":{"bot":{"*":false}},"DENY":{}}',
    '{"ALLOW":{"bot":{"*":1}},"DENY":{}}',
    '{"ALLOW":{"bot":["*"]},"DENY":{}}',
    '{"ALLOW":[],"DENY":{}}',
    '{"ALLOW":{}}',
    '{"ALLOW":{},"DENY":{},"MAYBE":{}}',
    '{"ALLOW":{},"DENY":{},"__proto__":{}}',
    'null',
  ])('are refused as %s', (text) => {
    expect(policies(text)).toEqual(expect.any(String));
  });

  it('are limited in number, ALLOW and DENY together', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const permissionNames = letters.flatMap((one) => letters.map((two) => `read_${one}${two}`));
    const rows = (count: number) =>
      Object.fromEntries(permissionNames.slice(0, count).map((name) => [name, true]));
    const half = limits.rowsPerRole / 2 - 1;
    const full = { ALLOW: { bot: rows(half) }, DENY: { bot: rows(half) } };
    expect(problemIn(newRole, { policies: full })).toBe(undefined);
    const tooManyRows = { ...full, DENY: { bot: rows(half + 1) } };
    expect(problemIn(newRole, { policies: tooManyRows })).toBe('A role has at most 1000 rows.');
  });
});
