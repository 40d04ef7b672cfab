import { act, screen, waitFor } from '@testing-library/react';
import { executions } from '#web/api/executions.ts';
import { useOnce } from '#web/api/use-once.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { draw } from '#test/support/drawing.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;
let bot_id: string;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  const { api } = product;
  ({ _id: bot_id } = await api.bots.createBot({ name: 'Work', graph: draw('start -> end') }));
});
afterAll(() => product.close());

const answers: string[] = [];
beforeEach(() => answers.splice(0));

const Starter = ({ name, version }: { name: string; version?: number }) => {
  const { mutate } = useOnce(executions.startExecution);
  const handlers = {
    onSuccess: () => void answers.push('begun'),
    onError: () => void answers.push('refused'),
  };
  const input = { bot_id, ...(version !== undefined && { version }) };
  return <button onClick={() => mutate(input, handlers)}>{name}</button>;
};

const press = (name: string, times: number) =>
  act(async () => {
    const button = screen.getByRole('button', { name });
    for (let at = 0; at < times; at += 1) button.click();
  });
const expectAnswers = (expected: readonly string[]) =>
  waitFor(() => expect(answers).toEqual(expected));
const countRuns = async () => {
  const { items } = await product.api.executions.listExecutions({ bot_id });
  return items.length;
};

describe('a request that starts a run', () => {
  it('is sent once when its button is pressed twice at once', async () => {
    renderPage(<Starter name="Run" version={1} />);
    await press('Run', 2);
    await expectAnswers(['begun']);
    expect(await countRuns()).toBe(1);
  });

  it('is not repeated by a quick second click, even on another button', async () => {
    const before = await countRuns();
    renderPage(
      <>
        <Starter name="First" version={1} />
        <Starter name="Second" version={1} />
      </>,
    );
    await press('First', 1);
    await expectAnswers(['begun']);
    await press('Second', 1);
    await press('First', 1);
    expect(answers).toEqual(['begun']);
    expect(await countRuns()).toBe(before + 1);
  });

  it('can be sent again at once after a refusal', async () => {
    renderPage(<Starter name="Run" version={99} />);
    await press('Run', 1);
    await expectAnswers(['refused']);
    await press('Run', 1);
    await expectAnswers(['refused', 'refused']);
  });
});
