import { Suspense, use, useState } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { CloudscapeChart } from '#web/charts/cloudscape-chart.tsx';

const never = new Promise<never>(() => {});

const NextPage = () => use(never);

const data = {
  kind: 'history' as const,
  times: ['2026-09-01T00:00:00.000Z', '2026-09-02T00:00:00.000Z'],
  interval: 'day' as const,
  stacked: true,
  series: [{ name: 'Runs', values: [1, 2] }],
};

const Page = () => {
  const [hasLeft, setHasLeft] = useState(false);
  return (
    <Suspense fallback="Loading page">
      <CloudscapeChart data={data} label="Bot runs" />
      <button type="button" onClick={() => setHasLeft(true)}>
        Leave
      </button>
      {hasLeft && <NextPage />}
    </Suspense>
  );
};

describe('moving the pointer off a chart', () => {
  it('causes no error while the chart is shown or after its page was left', async () => {
    const errors: string[] = [];
    const note = (event: ErrorEvent) => {
      event.preventDefault();
      errors.push(event.message);
    };
    window.addEventListener('error', note);
    const { container } = render(<Page />);
    const [drawing] = [...container.querySelectorAll('svg')].slice(-1);
    if (!drawing) throw new Error('Nothing was drawn.');
    fireEvent.mouseOut(drawing);
    await act(async () => screen.getByRole('button', { name: 'Leave' }).click());
    await screen.findByText('Loading page');
    fireEvent.mouseOut(drawing);
    expect(errors).toEqual([]);
    window.removeEventListener('error', note);
  });
});
