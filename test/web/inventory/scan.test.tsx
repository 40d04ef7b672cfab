import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScanView } from '#lib/domain/inventory/scans/scan.schema.ts';
import { openLoopback } from '#test/support/loopback.ts';
import { CancelScan } from '#web/pages/inventory/executions/cancel-scan.tsx';
import { pollIntervalOf } from '#web/pages/inventory/executions/scan-poll.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';

describe('a scan', () => {
  it('is polled until a minute after its end', () => {
    const updated_at = '2026-03-01T12:00:00.000Z';
    const at = (after: number, state: ScanView['state']) =>
      pollIntervalOf({ state, updated_at }, Date.parse(updated_at) + after);
    expect(at(3600_000, 'IN_PROGRESS')).toBe(30_000);
    expect(at(5000, 'SUCCEEDED')).toBe(10_000);
    expect(at(61_000, 'FAILED')).toBe(false);
  });
});

describe('a scan in progress', () => {
  it('is cancelled after confirmation', async () => {
    const postedPaths: string[] = [];
    const server = await openLoopback(({ method, path }) => {
      if (method === 'POST') postedPaths.push(path);
      const headers = {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      };
      return { status: method === 'GET' ? 404 : 200, headers, body: JSON.stringify({}) };
    });
    connectToEmbedded({ url: server.endpoint, api_key: 'key' });
    const scan = { _id: 'iex_1', alias: 'Production', state: 'IN_PROGRESS' } as ScanView;
    renderPage(<CancelScan scan={scan} onCancelled={() => undefined} />);
    await clickWhenEnabled('Cancel scan');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Production')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep scanning' }));
    expect(postedPaths).toEqual([]);
    await clickWhenEnabled('Cancel scan');
    const confirmation = await screen.findByRole('dialog');
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Cancel scan' }));
    await waitFor(() => expect(postedPaths).toEqual(['/api/inventory/executions/iex_1/cancel']));
    await server.close();
  });
});
