import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NodeResultView } from '#lib/domain/executions/execution.schema.ts';
import { LargeValue } from '#web/components/json/large-value.tsx';
import { readWholeOutput } from '#web/components/run/whole-output.ts';
import { renderPage } from '../../render.tsx';
import { collectSavedFiles } from '../../saved-files.ts';

const done: NodeResultView = {
  status: 'SUCCEEDED',
  attempt: 1,
  started_at: '2026-03-01T10:00:00.000Z',
};
const outputAddress = { bot_exc_id: 'exc_1', node_id: 'fetch' };

/** A server that returns an output's JSON in parts of five characters. */
const serveInParts = (output: unknown) => {
  const text = JSON.stringify(output);
  const asked: (number | undefined)[] = [];
  const read = async ({ part = 0 }: { part?: number }): Promise<NodeResultView> => {
    asked.push(part);
    const end = (part + 1) * 5;
    const next = end < text.length ? { next: part + 1 } : {};
    return { ...done, output_part: { text: text.slice(part * 5, end), ...next } };
  };
  return { read, asked };
};

describe('a large output', () => {
  it('is read from its parts, with one request for each part', async () => {
    const { read, asked } = serveInParts({ rows: ['ü€', 1] });
    expect(await readWholeOutput(read, outputAddress)).toEqual({ rows: ['ü€', 1] });
    expect(asked).toEqual([0, 1, 2, 3]);
    expect(await readWholeOutput(async () => ({ ...done, output: 1 }), outputAddress)).toBe(1);
  });

  it('is offered as a download and is not drawn', async () => {
    const { files, names, restore } = collectSavedFiles();
    const parts = [{ text: '[1', next: 1 }, { text: ']' }];
    const [first = { text: '' }] = parts;
    renderPage(
      <LargeValue title="Output" name="a" first={first} readPart={async (at) => parts[at]} />,
    );
    expect(screen.getByText('It is too large to be shown here.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.size).toBe(3);
    expect(names).toHaveLength(1);
    restore();
  });
});
