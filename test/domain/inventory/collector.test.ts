import {
  collectorInfoOf,
  collectorOf,
  parseConnections,
  pluginOf,
  schemasOf,
} from '#lib/domain/inventory/scans/collector.rules.ts';

const azure = { _id: 'int_1', cspName: 'azure' };
const aws = { _id: 'int_2', cspName: 'aws' };
const kubernetes = { _id: 'int_3', cspName: 'kubernetes' };

describe('reading an integration', () => {
  it.each([
    ['uses the AWS role', aws, 'aws'],
    ['uses an agent for Kubernetes', kubernetes, 'agent'],
    ['is impossible for Azure without Steampipe', azure, undefined],
    ['uses sample data for a sample account', { ...azure, sample: 'azure-subscription' }, 'sample'],
  ])('%s', (_, one, name) => {
    expect(collectorOf(one, {})).toBe(name);
  });

  it('uses the Steampipe service where it names the id or type', () => {
    const steampipe = parseConnections('azure=azure+azuread, int_2=aws_prod');
    expect([azure, aws, kubernetes].map((one) => collectorOf(one, { steampipe }))).toEqual([
      'steampipe',
      'steampipe',
      'agent',
    ]);
    const sampleAccount = { ...azure, sample: 'azure-subscription' };
    expect(collectorOf(sampleAccount, { steampipe })).toBe('sample');
    expect(schemasOf(azure, steampipe)).toEqual(['azure', 'azuread']);
    expect(schemasOf({ ...azure, _id: 'int_2' }, steampipe)).toEqual(['aws_prod']);
    expect(schemasOf({ ...azure, cspName: 'constructor' }, steampipe)).toBeUndefined();
  });

  it('uses a Steampipe exporter where it names the type and no service does', () => {
    const exporter = parseConnections('azure=azure_prod+azuread_prod');
    expect(collectorOf(azure, { exporter })).toBe('exporter');
    expect(collectorOf(azure, { exporter, steampipe: exporter })).toBe('steampipe');
    expect(collectorOf(kubernetes, { exporter })).toBe('agent');
    expect(collectorInfoOf(azure, { exporter })).toEqual({ read_by: 'Steampipe exporter' });
    expect(['azure', 'azure_prod', 'azuread_user'].map(pluginOf)).toEqual([
      'azure',
      'azure',
      'azuread',
    ]);
  });

  it('is described for pages, or they explain what is missing', () => {
    expect(collectorInfoOf(kubernetes, {})).toEqual({ read_by: 'Agent in the cluster' });
    expect(collectorInfoOf(azure, {})).toEqual({
      unread:
        'This server cannot read accounts of Azure yet. Its operator can connect a Steampipe ' +
        'service or Steampipe exporters. You can also scan a sample account.',
    });
  });
});

describe('the connections of an operator', () => {
  it.each(['', 'azure', 'azure=', 'azure=a"b', 'azure=a,', 'a=b=c'])('refuse %j', (text) => {
    expect(parseConnections(text)).toBeUndefined();
  });
});
