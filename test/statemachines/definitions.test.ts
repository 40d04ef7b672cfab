import { readdirSync, readFileSync } from 'node:fs';
import validate from 'asl-validator';
import { parseDefinition } from '#lib/local/runner/definition.ts';
import { tasksOf } from '#test/support/state-machine.ts';

const definitions = readdirSync('statemachines').filter((name) => name.endsWith('.asl.json'));

const read = (file: string) => JSON.parse(readFileSync(`statemachines/${file}`, 'utf8'));

describe.each(definitions)('%s', (file) => {
  it('is valid Amazon States Language', () => {
    const { isValid, errorsText } = validate(read(file), { checkArn: true, checkPaths: true });
    expect(isValid ? '' : errorsText()).toBe('');
  });

  it('uses only features of the embedded runner', () => {
    expect(() => parseDefinition(read(file))).not.toThrow();
  });

  it('gives every task a time limit and limited retries with jitter and named errors', () => {
    for (const state of tasksOf(read(file))) {
      expect(state).toHaveProperty('TimeoutSeconds');
      expect(state.Retry).not.toHaveLength(0);
      for (const retrier of Object(state.Retry)) {
        expect(retrier).toMatchObject({ JitterStrategy: 'FULL', MaxAttempts: expect.any(Number) });
        expect(retrier).toHaveProperty('MaxDelaySeconds');
        expect(retrier.ErrorEquals).not.toContain('States.ALL');
      }
    }
  });
});
