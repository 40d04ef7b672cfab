import { Readable } from 'node:stream';
import { act, screen, waitFor } from '@testing-library/react';
import { type LoopbackAnswer, openLoopback } from '#test/support/loopback.ts';
import { audit } from '#web/api/audit.ts';
import { ExportCsv } from '#web/components/export-csv.tsx';
import { fieldColumns } from '#web/components/list-spec.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { collectSavedFiles, exportShownList, serveList } from '../saved-files.ts';

const record = (_id: string, overrides: object = {}) => ({
  _id,
  user_id: 'ada@example.com',
  outcome: 'done',
  ...overrides,
});

/** The bot's name in the second record is an attempt at spreadsheet injection. */
const pages: Record<string, object> = {
  '': { items: [record('aud_2', { evidence: { Alias: 'Prod' } })], next: 'page-2' },
  'page-2': { items: [record('aud_1', { object_name: '=HYPERLINK("http://evil.example","x")' })] },
};

const openExport = (props: { maxRecords?: number } = {}) =>
  renderPage(
    <ExportCsv
      file={{
        name: 'audit-trail.csv',
        noun: 'record',
        columns: fieldColumns(['_id', 'user_id', 'evidence', 'object_name']),
      }}
      fetchPage={(next, signal) =>
        audit.listAuditTrails({ user: 'ada@example.com', next }, signal)
      }
      {...props}
    />,
  );

let server: Awaited<ReturnType<typeof serveList>>;

beforeAll(async () => {
  server = await serveList(pages);
  connectToEmbedded({ url: server.endpoint, api_key: 'key' });
});

afterAll(() => server.close());

describe('the CSV file that the console exports from a list', () => {
  it('contains every record that matches the filter and escapes formulas', async () => {
    openExport();
    const { name, lines } = await exportShownList();
    const filter = { user: 'ada@example.com' };
    expect(server.requests).toEqual([filter, { ...filter, next: 'page-2' }]);
    expect(name).toBe('audit-trail.csv');
    expect(lines).toEqual([
      '_id,user_id,evidence,object_name',
      'aud_2,ada@example.com,"{""Alias"":""Prod""}",',
      `aud_1,ada@example.com,,"'=HYPERLINK(""http://evil.example"",""x"")"`,
    ]);
    await screen.findByText('2 records exported to audit-trail.csv');
  });

  it('is cut at a number of records, and a message says so', async () => {
    openExport({ maxRecords: 1 });
    expect((await exportShownList()).lines).toHaveLength(2);
    await screen.findByText('1 record exported to audit-trail.csv');
    await screen.findByText(/More records match the filter/);
  });

  const listWith = (answerTo: (call: number) => LoopbackAnswer) => {
    let calls = 0;
    return openLoopback(() => {
      const { headers, ...answer } = answerTo((calls += 1));
      const json = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
      return { ...answer, headers: { ...json, ...headers } };
    });
  };
  const firstPage = { body: JSON.stringify(pages['']) };
  const lastPage = { body: JSON.stringify(pages['page-2']) };

  it('is not saved if a page cannot be read', async () => {
    const refusal = { status: 403, body: JSON.stringify({ error: 'You may not read this.' }) };
    const list = await listWith((call) => (call === 1 ? firstPage : refusal));
    connectToEmbedded({ url: list.endpoint, api_key: 'key' });
    const { files, restore } = collectSavedFiles();
    openExport();
    await clickWhenEnabled('Export to CSV');
    await screen.findByText('The list could not be exported');
    await screen.findByText('You may not read this.');
    expect(files).toEqual([]);
    restore();
    await list.close();
  });

  it('is complete even if the server was overloaded for a moment', async () => {
    const list = await listWith((call) => [firstPage, { status: 503 }][call - 1] ?? lastPage);
    connectToEmbedded({ url: list.endpoint, api_key: 'key' });
    openExport();
    expect((await exportShownList()).lines).toHaveLength(3);
    await list.close();
  });

  it('ends after 500 nearly empty pages', async () => {
    const list = await listWith(() => ({ body: JSON.stringify({ items: [], next: 'more' }) }));
    connectToEmbedded({ url: list.endpoint, api_key: 'key' });
    openExport();
    expect((await exportShownList()).lines).toHaveLength(1);
    await screen.findByText(/More records match the filter/);
    await list.close();
  });

  const startEndlessExport = async () => {
    const list = await listWith((call) => (call === 1 ? firstPage : { body: new Readable() }));
    connectToEmbedded({ url: list.endpoint, api_key: 'key' });
    const { files, restore } = collectSavedFiles();
    const page = openExport();
    await clickWhenEnabled('Export to CSV');
    await screen.findByText('Exporting: 1 record so far');
    const expectNoFile = async () => {
      await waitFor(() => expect(screen.queryByText(/Exporting/)).toBeNull());
      expect(files).toEqual([]);
      expect(screen.queryByText('The list could not be exported')).toBeNull();
      restore();
      await list.close();
    };
    return { page, expectNoFile };
  };

  it('can be cancelled', async () => {
    const { expectNoFile } = await startEndlessExport();
    await clickWhenEnabled('Cancel');
    await expectNoFile();
    await clickWhenEnabled('Export to CSV');
  });

  it('is not saved once the page is left, as when somebody else signs in', async () => {
    const { page, expectNoFile } = await startEndlessExport();
    await act(() => page.router.navigate('/elsewhere'));
    await expectNoFile();
  });
});
