import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Loopback, openLoopback } from '#test/support/loopback.ts';
import { ExportTrail } from '#web/pages/audit/export-trail.tsx';
import { connectToEmbedded, show } from '../render.tsx';

const record = (_id: string, more: object = {}) => ({
  _id,
  user_id: 'ada@example.com',
  action_type: 'delete_bot',
  created_at: '2026-03-01T10:00:00.000Z',
  method: 'DELETE',
  url: '/api/bots/bot_1',
  object_type: 'bot',
  outcome: 'done',
  ...more,
});

/** Whoever named the bot of the second record meant it for a spreadsheet. */
const pages: Record<string, object> = {
  '': { items: [record('aud_2', { evidence: { Alias: 'Prod' } })], next: 'page-2' },
  'page-2': { items: [record('aud_1', { object_name: '=HYPERLINK("http://evil.example","x")' })] },
};

let server: Loopback;
const asked: Record<string, string>[] = [];

beforeAll(async () => {
  server = await openLoopback(({ query }) => {
    asked.push(Object.fromEntries(query));
    return {
      headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
      body: JSON.stringify(pages[query.get('next') ?? '']),
    };
  });
});

afterAll(() => server.close());

describe('audit-trail.csv as the console saves it', () => {
  it('holds every record that the filter finds, and nothing that a spreadsheet runs', async () => {
    connectToEmbedded({ url: server.endpoint, api_key: 'key' });
    const saved: string[] = [];
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => {
        if (typeof reader.result === 'string') saved.push(reader.result);
      });
      reader.readAsText(blob as Blob);
      return 'blob:kept';
    };
    URL.revokeObjectURL = () => undefined;
    // jsdom opens nothing.
    HTMLAnchorElement.prototype.click = () => undefined;
    const filter = { user: 'ada@example.com', action: ['delete_bot'] };
    show(<ExportTrail filterNow={() => filter} />);
    await userEvent.click(screen.getByRole('button', { name: 'Export to CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    const of = { user: 'ada@example.com', action: 'delete_bot', number_of_items: '100' };
    expect(asked).toEqual([of, { ...of, next: 'page-2' }]);
    const [head, first, second, ...rest] = saved.join('').split('\r\n');
    expect(head).toContain('_id,user_id,');
    expect(head).not.toContain('tenant_id');
    expect(first).toContain('aud_2,ada@example.com,');
    expect(first).toContain('"{""Alias"":""Prod""}"');
    expect(second).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`);
    expect(rest).toEqual(['']);
  });
});
