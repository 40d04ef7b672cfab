import { integrationTypesOf, usedIntegrations } from '#lib/domain/bots/integration.rules.ts';
import { draw } from '#test/support/drawing.ts';

const graphCalling = (url: string, callFields: object = {}) => {
  const settings = { call: { url, ...callFields } };
  return draw('start -> call:http_request -> end', settings);
};

describe('the integration types of a bot', () => {
  it.each([
    ['https://ec2.eu-west-1.amazonaws.com/', ['aws']],
    ['https://s3.cn-north-1.amazonaws.com.cn/', ['aws']],
    ['https://lambda.eu-west-1.api.aws/2015-03-31/functions', ['aws']],
    ['https://management.azure.com/subscriptions', ['azure']],
    ['https://graph.microsoft.com:443/v1.0/users', ['azure']],
    ['https://login.microsoftonline.com/tenant', ['azure']],
    ['https://Compute.GoogleAPIs.com/compute/v1', ['gcp']],
    ['https://api.example.com/?to=ec2.amazonaws.com', []],
    ['https://amazonaws.com.example.com/', []],
    ['https://notamazonaws.com/', []],
    ["{% 'https://' & $event.host & '.amazonaws.com/' %}", []],
    ['', []],
  ])('are read from the host of %s: %j', (url, types) => {
    expect(integrationTypesOf(graphCalling(url))).toEqual(types);
  });

  it.each(['aws', 'azure', 'jira', 'ms_teams'])('are those that a node names: %s', (type) => {
    expect(integrationTypesOf(graphCalling('', { integration: { type } }))).toEqual([type]);
  });

  it.each([
    [{}, ['aws']],
    [{ integration_type: 'gcp' }, ['gcp']],
    [{ integration_type: 'gcp', integrations: [{ type: 'gcp', id: 'int_1' }] }, ['gcp']],
    [{ integration_type: 7 }, []],
  ])('are those whose tables a query reads: %j', (settings, types) => {
    const graph = draw('start -> ask:steampipe_query -> end', { ask: settings });
    expect(integrationTypesOf(graph)).toEqual(types);
  });

  it.each([{ integration: { type: 'No sense' } }, { integration: 'aws' }, { url: 5 }])(
    'are empty if they cannot be read: %j',
    (settings) => expect(integrationTypesOf(graphCalling('', settings))).toEqual([]),
  );

  it('are listed once, alphabetically, and without disabled nodes', () => {
    const graph = draw('start -> a:http_request -> b:http_request -> c:http_request -> end', {
      a: { url: 'https://storage.googleapis.com/' },
      b: { url: 'https://ec2.amazonaws.com/' },
      c: { url: 'https://sqs.amazonaws.com/' },
    });
    expect(integrationTypesOf(graph)).toEqual(['aws', 'gcp']);
    const off = graph.nodes.map((node) =>
      node.id === 'a' ? { ...node, disabled: true as const } : node,
    );
    expect(integrationTypesOf({ ...graph, nodes: off })).toEqual(['aws']);
  });
});

describe('the integrations of a bot', () => {
  it('are those that its nodes name by id in settings that are used', () => {
    const graph = draw('start -> ask:http_request -> tell:notification -> mail:notification', {
      ask: { url: '/', integration: { type: 'jira', id: 'int_1' } },
      tell: { channel: 'slack', integration: { type: 'slack' } },
      mail: { channel: 'email', integration: { type: 'slack', id: 'int_2' } },
    });
    expect([...usedIntegrations(graph)]).toEqual([['int_1', 'ask']]);
    const selection = [{ type: 'aws', id: 'int_3' }, { type: 'aws' }, { type: 'aws', id: 'int_4' }];
    const query = draw('start -> ask:steampipe_query -> end', { ask: { integrations: selection } });
    expect([...usedIntegrations(query).keys()]).toEqual(['int_3', 'int_4']);
  });
});
