// The evaluation of how well models draw bots: its prompts, and how results are judged.
import type { BuilderAnswer } from '#lib/domain/bot-builder/step.schema.ts';
import { evaluate } from '../../../bin/evaluate/evaluation.ts';
import { type Prompt, prompts } from '../../../bin/evaluate/prompts.ts';
import { partsOf, type Recording, recordings } from './recordings.ts';

const replayAnswers = (recording: Recording) => {
  let at = 0;
  return async (): Promise<BuilderAnswer> => {
    const step = recording[at] ?? 'I have nothing to add.';
    at += 1;
    const parts = partsOf(step, at);
    return { type: 'answered', model_id: 'recorded', parts, finish: 'stop' };
  };
};

const evaluateRecording = (prompt: Prompt, recording: Recording) =>
  evaluate(prompt, { ask: replayAnswers(recording), wait: async () => undefined }, () => 0);

const promptOf = (id: string): Prompt => {
  const found = prompts.find((prompt) => prompt.id === id);
  if (!found) throw new Error(`There is no prompt ${id}.`);
  return found;
};

const recordingOf = (id: string): Recording => recordings[id] ?? [];

describe('a recorded model', () => {
  it('has recordings for all twenty prompts', () => {
    expect(prompts).toHaveLength(20);
    expect(Object.keys(recordings).toSorted()).toEqual(prompts.map(({ id }) => id).toSorted());
  });

  it.each(prompts)('draws the bot for the prompt $id without faults', async (prompt) => {
    expect((await evaluateRecording(prompt, recordingOf(prompt.id))).faults).toEqual([]);
  });
});

describe('the verdict on a drawn bot', () => {
  it('reports missing nodes and changes without an approval', async () => {
    const recording = recordingOf('stop-instance').map((step) =>
      typeof step === 'string' ? step : step.filter(([, args]) => args?.name !== 'Ask'),
    );
    const { faults } = await evaluateRecording(promptOf('stop-instance'), recording);
    expect(faults).toContain('no node of the kind approval');
    expect(faults).toContain('it does not run aws.stop_instances');
    expect((await evaluateRecording(promptOf('add-approval'), ['Done.'])).faults).toEqual(
      expect.arrayContaining(['"Reboot it" changes something without an approval']),
    );
  });

  it('reports a drawing if the prompt asks for none', async () => {
    const { faults } = await evaluateRecording(promptOf('no-bot'), recordingOf('wait'));
    expect(faults).toEqual(['something was drawn']);
  });

  it('reports the error of a model that fails', async () => {
    const ask = async () => ({ type: 'failed' as const, error: 'The key was refused.' });
    const result = await evaluate(promptOf('wait'), { ask, wait: async () => undefined }, () => 0);
    expect(result.faults).toEqual(['The key was refused.']);
    expect(result.usage).toEqual({ steps: 0, tokens: 0 });
  });

  it('counts the usage of a model that fails after its first steps', async () => {
    const usage = { input_tokens: 70, output_tokens: 30 };
    const first = partsOf([['read_draft']], 1);
    const answerFields = { type: 'answered', model_id: 'm', finish: 'tool_calls' } as const;
    const replies: BuilderAnswer[] = [
      { ...answerFields, parts: first, usage, cost: 0.5 },
      { type: 'failed', error: 'No answer within 24 s.', retry_after: 60_000 },
    ];
    const ask = async () => replies.shift() ?? { type: 'failed' as const, error: 'Asked on.' };
    const result = await evaluate(promptOf('wait'), { ask, wait: async () => undefined }, () => 0);
    expect(result).toMatchObject({
      faults: ['No answer within 24 s.'],
      usage: { steps: 1, tokens: 100, cost: 0.5 },
    });
  });
});
