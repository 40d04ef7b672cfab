import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ExportTrail } from '#web/pages/audit/export-trail.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { collectSavedFiles, readFileText, serveList } from '../saved-files.ts';

const record = (_id: string, overrides: object = {}) => ({
  _id,
  user_id: 'ada@example.com',
  action_type: 'delete_bot',
  created_at: '2026-03-01T10:00:00.000Z',
  method: 'DELETE',
  url: '/api/bots/bot_1',
  object_type: 'bot',
  outcome: 'done',
  ...overrides,
});

/** The bot's name in the second record is an attempt at spreadsheet injection. */
const pages: Record<string, object> = {
  '': { items: [record('aud_2', { evidence: { Alias: 'Prod' } })], next: 'page-2' },
  'page-2': { items: [record('aud_1', { object_name: '=HYPERLINK("http://evil.example","x")' })] },
};

let server: Awaited<ReturnType<typeof serveList>>;

beforeAll(async () => {
  server = await serveList(pages);
});

afterAll(() => server.close());

describe('the CSV file that the console exports from the audit trail', () => {
  it('contains every record that matches the filter and escapes formulas', async () => {
    connectToEmbedded({ url: server.endpoint, api_key: 'key' });
    const { files, restore } = collectSavedFiles();
    const filter = { user: 'ada@example.com', action: ['delete_bot'] };
    renderPage(<ExportTrail filterNow={() => filter} />);
    await userEvent.click(screen.getByRole('button', { name: 'Export to CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    restore();
    const of = { user: 'ada@example.com', action: 'delete_bot', number_of_items: '100' };
    expect(server.requests).toEqual([of, { ...of, next: 'page-2' }]);
    const [head, first, second, ...rest] = (await readFileText(files[0])).split('\r\n');
    expect(head).toContain('_id,user_id,');
    expect(head).not.toContain('tenant_id');
    expect(first).toContain('aud_2,ada@example.com,');
    expect(first).toContain('"{""Alias"":""Prod""}"');
    expect(second).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`);
    expect(rest).toEqual(['']);
  });
});
