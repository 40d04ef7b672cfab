import type { RunOptions } from '#lib/domain/executions/execution.schema.ts';
import { integrationTable } from '#lib/domain/integrations/integration.table.ts';
import { putItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase();
const open = () => engineWorld(database);
const integrationId = `int_${'1'.repeat(32)}`;
const askSettings = { ask: { message: 'May it?', approvers: ['anna@example.com'] } };

describe('the consequences that an approval shows', () => {
  const drawGraph = () =>
    draw(
      `start -> fetch:http_request -> ask:approval -approved-> hot:condition -yes-> stop:http_request
       hot -no-> tell:http_request
       stop -> again:approval -approved-> wipe:http_request -> end
       tell -> end
       ask -rejected-> sorry:http_request -> end`,
      askSettings,
    );
  const pinned = { output: { body: { hosts: 3 } } };
  const withPin = () => {
    const graph = drawGraph();
    const nodes = graph.nodes.map((one) => (one.id === 'fetch' ? { ...one, pinned } : one));
    return { ...graph, nodes };
  };
  const requestApproval = async (options: RunOptions, graph = withPin(), input: unknown = {}) => {
    const world = open();
    const id = await world.start(graph, input, undefined, options);
    await world.advance(id);
    await world.pause(id, 'ask', 'token 1');
    const { waiting_for } = await world.read(id);
    const found = await world.approvals().get(waiting_for?.approval_id ?? '');
    return { found, mail: world.messages.mails[0]?.text ?? '' };
  };

  it('are the nodes that run after it, up to the next approval', async () => {
    const { found, mail } = await requestApproval({ use_pins: true });
    expect(found?.next_nodes?.map(({ name }) => name)).toEqual(['stop', 'tell', 'again']);
    expect(mail).toContain('Once approved, this runs: stop, tell, again.');
  });

  it('include what each node would do, as far as it is known', async () => {
    const drawing = `start -> ask:approval -approved-> stop:http_request -> each:loop
       each -> mark:http_request -> done:loop_end -> tell:http_request -> read:http_request -> end`;
    const url = 'https://api.example.com/hosts/';
    const graph = draw(drawing, {
      ...askSettings,
      stop: { method: 'POST', url: `${url}{% $event.host %}/stop`, body: '{% $event %}' },
      each: { items_to_iterate: '{% [1, 2] %}' },
      mark: { method: 'PUT', url: `${url}{% $loop.item %}` },
      tell: { method: 'POST', url: `${url}{% $nodes.ask.status & $nodes.stop.status %}` },
      read: { method: 'GET', url },
    });
    const { found } = await requestApproval({}, graph, { host: 'web1' });
    expect(found?.next_nodes).toEqual([
      { name: 'stop', would: `call POST ${url}web1/stop with {"host":"web1"}` },
      { name: 'mark', would: `call PUT ${url}1 (the first of 2 iterations)` },
      { name: 'tell', would: `call POST ${url}{% $nodes.ask.status & $nodes.stop.status %}` },
      { name: 'read' },
    ]);
  });

  it('include the change to each resource and its account', async () => {
    await putItem(database.db, integrationTable, {
      tenant_id: tenant,
      _id: integrationId,
      cspName: 'aws',
      alias: 'Production',
      groups: [],
      values: { role_arn: 'arn:aws:iam::111122223333:role/ours' },
      secret_names: [],
      hosts: [],
      integrationState: 'ACTIVE',
      revision: 1,
      createdAt: '2026-01-01',
      updatedAt: '2026-01-01',
      userId: 'root@example.com',
    });
    const drawing = `start -> ask:approval -approved-> each:loop
       each -> block:rest_api_action -> done:loop_end -> tell:http_request -> end`;
    const url = 'https://api.example.com/';
    const parameters = { bucket: '{% $loop.item.name %}', region: '{% $loop.item.region %}' };
    const graph = draw(drawing, {
      ask: { ...askSettings.ask, resources: '{% $event.buckets %}' },
      each: { items_to_iterate: '{% $nodes.ask.resources %}' },
      block: {
        action: 'aws.block_public_access',
        parameters,
        integration: { type: 'aws', id: integrationId },
      },
      tell: {
        method: 'POST',
        url,
        body: '{% {"ids": [$nodes.ask.resources.id], "by": $nodes.ask.resolutions} %}',
      },
    });
    const buckets = [
      { id: 'arn:1', name: 'logs', region: 'eu-west-1' },
      { id: 'arn:2', name: 'site', region: 'us-east-1' },
    ];
    const { found } = await requestApproval({}, graph, { buckets });
    const [block, tell] = found?.next_nodes ?? [];
    expect(block).toMatchObject({ name: 'block', account: 'Production (111122223333)' });
    expect(block?.would).toMatch(/call s3\S+ in eu-west-1 with .*"logs".* \(the first of 2 iter/);
    // What people will write is not known beforehand.
    expect(tell?.would).toContain('$nodes.ask.resolutions');
    const tellSettings = { ...graph.nodes.find(({ id }) => id === 'tell')?.settings };
    const otherSettings = { ...tellSettings, body: '{% {"ids": [$nodes.ask.resources.id]} %}' };
    const nodes = graph.nodes.map((one) =>
      one.id === 'tell' ? { ...one, settings: otherSettings } : one,
    );
    const secondResult = await requestApproval({}, { ...graph, nodes }, { buckets });
    expect(secondResult.found?.next_nodes?.[1]?.would).toBe(
      `call POST ${url} with {"ids":["arn:1","arn:2"]}`,
    );
  });

  it('name only the action when its call is not known yet', async () => {
    const graph = draw('start -> ask:approval -approved-> go:http_request -> act:rest_api_action', {
      ...askSettings,
      go: { method: 'POST', url: 'https://api.example.com/' },
      act: {
        action: 'aws.block_public_access',
        integration: { type: 'aws', id: `int_${'2'.repeat(32)}` },
        parameters: { bucket: 'logs', region: '{% $nodes.go.body.region %}' },
      },
    });
    const { found } = await requestApproval({}, graph);
    expect(found?.next_nodes?.[1]).toEqual({
      name: 'act',
      would: expect.stringMatching(/^run "[^"]+"$/),
    });
  });

  it('show no value of expressions that read the clock or random numbers', async () => {
    const url = "{% 'https://api.example.com/' & ($millis() < 5 ? 'safe' : 'danger') %}";
    const graph = draw('start -> ask:approval -approved-> stop:http_request -> end', {
      ...askSettings,
      stop: { method: 'POST', url: `https://api.example.com/{% $random() %}` },
    });
    const { found } = await requestApproval({}, graph);
    const effectText = 'call POST https://api.example.com/{% $random() %}';
    expect(found?.next_nodes).toEqual([{ name: 'stop', would: effectText }]);
    const otherGraph = draw('start -> ask:approval -approved-> stop:http_request -> end', {
      ...askSettings,
      stop: { method: 'POST', url },
    });
    expect((await requestApproval({}, otherGraph)).found?.next_nodes?.[0]?.would).toBe(
      `call POST ${url}`,
    );
  });

  it('name the nodes whose pinned data the run uses', async () => {
    const { found, mail } = await requestApproval({ use_pins: true });
    expect(found?.pinned_nodes).toEqual(['fetch']);
    expect(mail).toContain('it uses pinned data for: fetch.');
  });

  it('omit pinned data and next nodes when there are none', async () => {
    const { found, mail } = await requestApproval(
      {},
      draw('start -> ask:approval -approved-> end', askSettings),
    );
    expect(found?.pinned_nodes).toBeUndefined();
    expect(found?.next_nodes).toEqual([]);
    expect(mail).not.toContain('pinned');
    expect(mail).not.toContain('Once approved');
  });
});
