import { screen } from '@testing-library/react';
import { openLoopback } from '#test/support/loopback.ts';
import { audit } from '#web/api/audit.ts';
import { ExportCsv } from '#web/components/export-csv.tsx';
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
        fields: ['_id', 'user_id', 'evidence', 'object_name'],
      }}
      fetchPage={(next) => audit.listAuditTrails({ user: 'ada@example.com', next })}
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
    await screen.findByText(/The records at the end of the list were left out/);
  });

  it('is not saved if a page cannot be read', async () => {
    const brokenServer = await openLoopback(({ query }) => ({
      status: query.has('next') ? 500 : 200,
      headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
      body: JSON.stringify(query.has('next') ? { message: 'Try again.' } : pages['']),
    }));
    connectToEmbedded({ url: brokenServer.endpoint, api_key: 'key' });
    const { files, restore } = collectSavedFiles();
    openExport();
    await clickWhenEnabled('Export to CSV');
    await screen.findByText('The file could not be written');
    expect(files).toEqual([]);
    restore();
    await brokenServer.close();
  });
});
