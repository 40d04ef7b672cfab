import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { csvColumns, type ExportRow } from '#lib/domain/compliance/compliance.schema.ts';
import { ExportCompliance } from '#web/pages/inventory/compliance/export-compliance.tsx';
import { complianceUrl } from '#web/pages/inventory/compliance/compliance-url.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { collectSavedFiles, readFileText, serveList } from '../saved-files.ts';

const line = (ResourceId: string, Details: string): ExportRow => ({
  Rule: 'Buckets keep old versions',
  Service: 'S3',
  ActivitySource: 'CIS AWS 6.0',
  BenchMark: 'CIS',
  ControlId: '2.1.1',
  ControlName: 'Buckets keep old versions',
  Criticality: 'Critical',
  ResourceId,
  Region: 'eu-west-1',
  AccountId: '111122223333',
  Details,
});

/** Two pages of findings; the second resource's name is an attempt at spreadsheet injection. */
const pages: Record<string, object> = {
  '': { items: [line('arn:aws:s3:::logs', 'It keeps none.')], next: 'page-2' },
  'page-2': { items: [line('=HYPERLINK("http://evil.example","x")', '@SUM(1+1)|"cmd"')] },
};

let server: Awaited<ReturnType<typeof serveList>>;

beforeAll(async () => {
  server = await serveList(pages);
});

afterAll(() => server.close());

describe('the compliance CSV file that the console exports', () => {
  it('contains every page of findings and escapes formulas', async () => {
    connectToEmbedded({ url: server.endpoint, api_key: 'key' });
    const { files, restore } = collectSavedFiles();
    renderPage(<ExportCompliance url={complianceUrl.parse({ benchmarkType: 'CIS' })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Export to CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    restore();
    const [head, first, second, ...rest] = (await readFileText(files[0])).split('\r\n');
    expect(head).toBe(csvColumns.join(','));
    expect(first).toContain(',arn:aws:s3:::logs,');
    expect(second).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`);
    expect(second).toContain(`,"'@SUM(1+1)|""cmd"""`);
    expect(rest).toEqual(['']);
  });
});
