import { screen } from '@testing-library/react';
import type { NodeTest } from '#lib/domain/executions/runs/node-test.schema.ts';
import { TestResult } from '#web/pages/bots/trial/test-result.tsx';
import { renderPage } from '../render.tsx';

const renderResult = (test: Partial<NodeTest>) =>
  renderPage(
    <TestResult
      tested={{
        test: { status: 'SUCCEEDED', output: 'Done.', duration_ms: 12, ...test },
        sourceName: 'no data',
        dryRun: false,
      }}
      onPin={undefined}
    />,
  );

describe('the result of a node test', () => {
  it('shows that the node succeeded', () => {
    renderResult({});
    expect(screen.getByText('Succeeded')).toBeVisible();
    expect(screen.queryByText(/not made/)).toBeNull();
  });

  it('shows how many calls of an AI agent were not made, and why', () => {
    const { unmount } = renderResult({ calls_not_made: 1 });
    expect(screen.getByText('1 call was not made: it needs approval')).toBeVisible();
    expect(screen.queryByText('Succeeded')).toBeNull();
    unmount();
    renderResult({ calls_not_made: 3 });
    expect(screen.getByText('3 calls were not made: they need approval')).toBeVisible();
  });

  it('shows the size of an output that is too large to display', () => {
    renderResult({ output: undefined, output_bytes: 7_340_032 });
    expect(screen.getByText('It is 7.3 MB, too large to be shown here.')).toBeVisible();
    expect(screen.queryByText('Tested input')).toBeNull();
  });

  it('shows both the failure and the calls not made', () => {
    renderResult({ status: 'FAILED', error: 'It has no answer.', calls_not_made: 1 });
    expect(screen.getByText('Failed')).toBeVisible();
    expect(screen.getByText('1 call was not made: it needs approval')).toBeVisible();
  });
});
