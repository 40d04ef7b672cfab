import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { csvColumns, type ExportRow } from '#lib/domain/compliance/compliance.schema.ts';
import { type Loopback, openLoopback } from '#test/support/loopback.ts';
import { ExportCompliance } from '#web/pages/inventory/compliance/export-compliance.tsx';
import { complianceUrl } from '#web/pages/inventory/compliance/compliance-url.ts';
import { connectToEmbedded, show } from '../render.tsx';

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

/** Two pages of findings; whoever named the second resource meant it for a spreadsheet. */
const pages: Record<string, object> = {
  '': { items: [line('arn:aws:s3:::logs', 'It keeps none.')], next: 'page-2' },
  'page-2': { items: [line('=HYPERLINK("http://evil.example","x")', '@SUM(1+1)|"cmd"')] },
};

let server: Loopback;

beforeAll(async () => {
  server = await openLoopback(({ query }) => ({
    headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
    body: JSON.stringify(pages[query.get('next') ?? '']),
  }));
});

afterAll(() => server.close());

describe('compliance.csv as the console saves it', () => {
  it('holds every page, and nothing that a spreadsheet runs', async () => {
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
    show(<ExportCompliance url={complianceUrl.parse({ benchmarkType: 'CIS' })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Export to CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    const [head, first, second, ...rest] = saved.join('').split('\r\n');
    expect(head).toBe(csvColumns.join(','));
    expect(first).toContain(',arn:aws:s3:::logs,');
    expect(second).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`);
    expect(second).toContain(`,"'@SUM(1+1)|""cmd"""`);
    expect(rest).toEqual(['']);
  });
});
