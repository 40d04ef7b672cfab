import { readFileSync } from 'node:fs';
import { athenaReference } from '#lib/athena-reference.ts';
import { complianceReference } from '#lib/compliance-reference.ts';
import { integrationReference } from '#lib/integration-reference.ts';
import { launchTemplate } from '#lib/domain/integrations/aws/role-template.rules.ts';
import { rowWriter } from '#lib/domain/inventory/snapshots/rows.service.ts';
import { inventoryTables } from '#lib/domain/inventory/table-columns.ts';
import { limitsReference } from '#lib/limits-reference.ts';
import { openApiDocument } from '#lib/openapi.ts';
import { apiReference, nodeReference } from '#lib/reference.ts';

describe('the generated pages', () => {
  it.each([
    ['docs/api.md', apiReference()],
    ['docs/nodes.md', nodeReference()],
    ['docs/limits.md', limitsReference()],
    ['docs/integrations.md', integrationReference()],
    ['docs/compliance.md', complianceReference()],
    ['docs/athena.sql', athenaReference()],
    ['docs/role-template.json', `${JSON.stringify(launchTemplate(), undefined, 2)}\n`],
  ])('%s matches the code (if not: npm run docs)', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('the API reference', () => {
  const text = apiReference();
  const [, webhooks = ''] = text.split('\n## Webhooks\n');
  const [calls = '', sockets = ''] = webhooks.split('\n## WebSocket\n');

  it('states the base address and the addresses outside of /api', () => {
    const [{ url }] = openApiDocument('1').servers as [{ url: string }];
    expect(text).toContain(`\`https://<your Cloudwarden>${url}/bots\``);
    expect(text).toMatch(/`\/openapi.json`.*\n.*`\/config.json`, neither of them under `\/api`/);
    expect(calls).toContain('`webhookUrl`');
    expect(calls).toContain('`WebhookUrl`');
    expect(sockets).toContain('`socketUrl`');
  });

  it('describes the responses to senders and to agents', () => {
    const [, senders = '', agents = ''] = calls.split('\n`POST ');
    expect(senders).toMatch(/webhook.*\n202 accepted, 200 known delivery/);
    expect(agents).toMatch(/agents.*\n200 answered/);
    expect(agents).not.toContain('202');
  });
});

describe('the tables for Athena', () => {
  it('include every table that scans read, at the path of its rows', async () => {
    const text = athenaReference();
    for (const table of inventoryTables) {
      expect(text).toContain(`create external table if not exists \`${table}\` (`);
    }
    const keys: string[] = [];
    const put = async (key: string) => void keys.push(key);
    const none = async () => undefined;
    const files = { put, get: none, remove: none, removeAll: none };
    const at = { tenant_id: 'ten_1', integration_id: 'int_1', scan_id: 'iex_1' };
    const collected_at = '2026-03-04T05:06:07.000Z';
    const writer = rowWriter(files, { ...at, collected_at, table: 'aws_vpc' });
    await writer.add([{ vpc_id: 'vpc-1' }]);
    await writer.end();
    const [, template = ''] =
      /location\.template' = 's3:\/\/FILES_BUCKET\/(.*aws_vpc\/.*)'/.exec(text) ?? [];
    const values: Record<string, string> = { tenant: 'ten_1', integration: 'int_1' };
    const rowsPath = template.replaceAll(/\$\{(\w+)\}/g, (_, name) => values[name] ?? '2026-03-04');
    expect(keys).toEqual([`${rowsPath}iex_1.0.ndjson.gz`]);
  });
});
