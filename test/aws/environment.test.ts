import { readEnvironment } from '#lib/aws/environment.ts';

describe('the environment of a function', () => {
  const environment = readEnvironment({
    TABLES: '{"bots":"physical-bots"}',
    SITE_URL: 'https://site.example',
    PATH: '/usr/bin',
  });

  it('returns its values in their types', () => {
    expect(environment('TABLES')).toEqual({ bots: 'physical-bots' });
    expect(environment('SITE_URL')).toBe('https://site.example');
  });

  it('names a missing value and the files where it is set', () => {
    expect(() => environment('BUS_NAME')).toThrow(
      'BUS_NAME is not set. Give it to this function in area-needs.ts, run-area-needs.ts, ' +
        'event-functions.ts, machine-functions.ts or functions.ts of lib/stack, whichever lists it.',
    );
  });

  it.each([
    ['TABLES', 'no JSON'],
    ['TABLES', '["bots"]'],
    ['TABLES', '{"bots":1}'],
    ['SITE_URL', 'site'],
    ['BUS_NAME', ''],
    ['STATE_MACHINES', '{"bot-run":"bot-run"}'],
  ])('refuses %s=%s when it is read', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(name);
  });
});
