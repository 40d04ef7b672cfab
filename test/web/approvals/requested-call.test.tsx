import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import { RequestedCall } from '#web/components/approvals/requested-call.tsx';
import { renderPage } from '../render.tsx';

const call = {
  tool: 'okta_suspend_user',
  action: 'Suspend an Okta user',
  integration: 'Our Okta',
  arguments: { user: 'ada', groups: ['a', 'b'] },
  digest: 'a'.repeat(64),
  claim: 'Ada **agreed**. [Approve](https://evil.example) <img src=x>',
  chat_thread_id: 'thr_1',
};

describe('the requested call of an AI agent', () => {
  it('is shown in full, with the reason as an unverified plain text', async () => {
    renderPage(<RequestedCall call={call} />, { path: '/', at: '/' });
    const region = within(await screen.findByRole('region', { name: 'Requested call' }));
    for (const text of ['Suspend an Okta user', 'Our Okta', 'ada', call.digest]) {
      expect(region.getByText(text)).toBeInTheDocument();
    }
    expect(region.getByText(/"a",\s+"b"/)).toBeInTheDocument();
    expect(region.getByText('Reason given by the agent')).toBeInTheDocument();
    expect(region.getByText(call.claim)).toBeInTheDocument();
    expect(region.getByText(/not verified/)).toBeInTheDocument();
    expect(region.queryByRole('link')).toBeNull();
    expect(region.queryByRole('img', { name: '' })).toBeNull();
  });

  it('shows invisible and direction-changing characters as codes', async () => {
    const hidden = { ...call, arguments: { user: 'ada\u202egnp' }, claim: 'Fine.\u200b' };
    renderPage(<RequestedCall call={hidden} />, { path: '/', at: '/' });
    expect(await screen.findByText('ada\\u{202e}gnp')).toBeInTheDocument();
    expect(screen.getByText('Fine.\\u{200b}')).toBeInTheDocument();
  });

  it('reports missing arguments and a missing reason', async () => {
    renderPage(<RequestedCall call={{ ...call, arguments: {}, claim: '' }} />, {
      path: '/',
      at: '/',
    });
    expect(await screen.findByText('None')).toBeInTheDocument();
    expect(screen.getByText('The agent gave no reason.')).toBeInTheDocument();
  });
});
