import { argumentsText } from '#lib/domain/approvals/asked-call.rules.ts';

const listArguments = (args: Record<string, unknown>) => argumentsText({ arguments: args });

describe('the text for the arguments of a tool call', () => {
  it('shows each argument with its name, in the order of the call', () => {
    expect(listArguments({ user: 'bob', minutes: 5, hard: true })).toBe(
      'user: bob, minutes: 5, hard: true',
    );
    expect(listArguments({ tags: ['a', 'b'], where: { region: 'eu-1' } })).toBe(
      'tags: ["a","b"], where: {"region":"eu-1"}',
    );
    expect(listArguments({ nothing: null })).toBe('nothing: null');
  });

  it('is empty without arguments', () => {
    expect(listArguments({})).toBe('');
  });

  it('is shortened to fit into a row', () => {
    expect(listArguments({ text: 'x'.repeat(9000) })).toBe(`text: ${'x'.repeat(80)}…`);
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`field_${at}`, at]));
    expect(listArguments(many)).toMatch(/^field_0: 0, field_1: 1, .* and \d+ more$/);
    expect(listArguments(many).length).toBeLessThanOrEqual(200);
    const large = { ['name'.repeat(40)]: 'y'.repeat(9000) };
    expect(listArguments(large).length).toBeLessThanOrEqual(200);
  });
});
