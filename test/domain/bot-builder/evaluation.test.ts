// How well models draw bots: the prompts, what is judged, and the command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BuilderAnswer } from '#lib/domain/bot-builder/step.schema.ts';
import { openScriptedModel } from '#test/support/scripted-model.ts';
import { evaluate } from '../../../bin/evaluate/evaluation.ts';
import { type Prompt, prompts } from '../../../bin/evaluate/prompts.ts';
import { partsOf, type Recording, recordings } from './recorded.ts';

const answers = (recording: Recording) => {
  let at = 0;
  return async (): Promise<BuilderAnswer> => {
    const step = recording[at] ?? 'I have nothing to add.';
    at += 1;
    const parts = partsOf(step, at);
    return { type: 'answered', model_id: 'recorded', parts, finish: 'stop' };
  };
};

const judge = (prompt: Prompt, recording: Recording) =>
  evaluate(prompt, { ask: answers(recording), wait: async () => undefined }, () => 0);

const promptOf = (id: string): Prompt => {
  const found = prompts.find((prompt) => prompt.id === id);
  if (!found) throw new Error(`There is no prompt ${id}.`);
  return found;
};

const recorded = (id: string): Recording => recordings[id] ?? [];

describe('a recorded model', () => {
  it('knows twenty prompts', () => {
    expect(prompts).toHaveLength(20);
    expect(Object.keys(recordings).toSorted()).toEqual(prompts.map(({ id }) => id).toSorted());
  });

  it.each(prompts)('draws $id as it was asked for', async (prompt) => {
    expect((await judge(prompt, recorded(prompt.id))).faults).toEqual([]);
  });
});

describe('a verdict', () => {
  it('finds what is missing, and what nobody approves', async () => {
    const without = recorded('stop-instance').map((step) =>
      typeof step === 'string' ? step : step.filter(([, args]) => args?.name !== 'Ask'),
    );
    const { faults } = await judge(promptOf('stop-instance'), without);
    expect(faults).toContain('no node of the kind approval');
    expect(faults).toContain('it does not run aws.stop_instances');
    expect((await judge(promptOf('add-approval'), ['Done.'])).faults).toEqual(
      expect.arrayContaining(['"Reboot it" changes something without an approval']),
    );
  });

  it('finds what was drawn where nothing was to be', async () => {
    const { faults } = await judge(promptOf('no-bot'), recorded('wait'));
    expect(faults).toEqual(['something was drawn']);
  });

  it('is that the model failed, where it does', async () => {
    const ask = async () => ({ type: 'failed' as const, error: 'The key was refused.' });
    const result = await evaluate(promptOf('wait'), { ask, wait: async () => undefined }, () => 0);
    expect(result.faults).toEqual(['The key was refused.']);
  });
});

describe('the command', () => {
  const run = async (args: string[]) => {
    const child = spawn(process.execPath, ['bin/evaluate.ts', ...args], {
      env: { ...process.env, EVALUATE_URL: '', EVALUATE_MODEL: '', EVALUATE_KEY: 'key-of-a-model' },
    });
    const output: string[] = [];
    child.stdout.on('data', (data) => output.push(String(data)));
    child.stderr.on('data', (data) => output.push(String(data)));
    const [code] = await once(child, 'close');
    return { code, text: output.join('') };
  };

  it('asks a connected model, and reports on each graph', async () => {
    const recording = recorded('wait');
    const model = await openScriptedModel(({ turn }) => {
      const step = recording[turn] ?? '';
      return typeof step === 'string'
        ? { say: step }
        : { call: step.map(([name, args = {}]) => ({ name, args })) };
    });
    const args = ['--url', model.endpoint, '--model', 'scripted-model', '--only', 'wait'];
    const { code, text } = await run(args);
    expect(text).toMatch(/^ok {3}wait \(\d+ s, 4 steps, \d+ tokens\)$/m);
    expect(text).toContain('1 of 1 graphs are as they were asked for.');
    expect(text).not.toContain('key-of-a-model');
    expect(code).toBe(0);
    expect(model.asked[0]?.headers.authorization).toBe('Bearer key-of-a-model');
    model.script(() => ({ say: 'I cannot.' }));
    const failed = await run(args);
    expect(failed.text).toContain('FAIL wait');
    expect(failed.text).toContain('- no node of the kind delay');
    expect(failed.code).toBe(1);
    await model.close();
  });

  it('says how it is called', async () => {
    const { code, text } = await run([]);
    expect(code).toBe(2);
    expect(text).toContain('npm run evaluate -- --url');
  });
});
