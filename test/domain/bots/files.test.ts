import * as fc from 'fast-check';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { fileOf } from '#lib/domain/bots/bot-file.rules.ts';
import { readBotText, writeBotText } from '#lib/domain/bots/bot-text.rules.ts';
import { idKinds } from '#lib/kernel/id-kinds.ts';
import { derivedId, randomId, timedId } from '#lib/kernel/ids.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openScene, refusalFrom } from '../scene.ts';

const world = openTestDatabase();

const graph = draw(
  'start -> fetch:http_request -> ask:approval -approved-> end\nask -rejected-> end',
  {
    fetch: { url: 'https://api.example.com/', method: 'GET', headers: [] },
  },
);

const head = 'format: cloudwarden.bot/1\nname: Isolate\n';
const empty = `${head}graph:\n  nodes: []\n  edges: []\n`;

const nodes = `${head}graph:\n  edges: []\n  nodes:\n`;

const problemWith = (text: string): Refusal => {
  try {
    readBotText(text);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('It was taken.');
};

const sentence = (text: string): string => {
  const { status, message, extra } = problemWith(text);
  expect([status, extra.field]).toEqual([400, 'text']);
  return message;
};

describe('the text of a bot file', () => {
  it('is YAML or JSON, with the defaults of a new bot for missing fields', () => {
    const { file: botFile } = readBotText(empty);
    expect(botFile).toMatchObject({ name: 'Isolate', category: 'Security', importance: 'Medium' });
    expect(readBotText(JSON.stringify(botFile)).file).toEqual(botFile);
  });

  it.each([
    ['no content', '', 'The file is empty.'],
    ['another format', 'a: 1', 'Line 1: A bot\'s file begins with "format: cloudwarden.bot/1".'],
    ['no mapping', '- a', 'Line 1: A bot\'s file begins with "format: cloudwarden.bot/1".'],
    ['an HTML page', '<!doctype html><html/>', /^Line 1: A bot's file begins with "format/],
    ['no graph', head, 'Line 1: graph is missing.'],
    [
      'another kind of value',
      `${head}graph:\n  edges: []\n  nodes: {a: 1}\n`,
      'Line 5: graph.nodes is a group of fields; it must be a list.',
    ],
    [
      'an infinite coordinate',
      `${nodes}  - {id: a, name: A, type: end, position: {x: .inf, y: 0}}`,
      'Line 6: graph.nodes.0.position.x is not finite; it must be a number.',
    ],
    ['broken YAML', `${head}graph: [`, /^Line [34]: Flow sequence in block collection must/],
    ['broken JSON', '{"format": "cloudwarden.bot/1",\n"name" "x"}', /^Line 2: /],
    ['a key twice', `${head}name: Other\n`, 'Line 3: Map keys must be unique.'],
    ['an unknown key', `${empty}owner: ada\n`, 'Line 6: Unknown field: owner'],
    ['a server field', `${empty}tenant_id: org_1\n`, 'Line 6: Unknown field: tenant_id'],
    ['a status', `${empty}status: enabled\n`, 'Line 6: Unknown field: status'],
    ['a publication', `${empty}published_version: 1\n`, 'Line 6: Unknown field: published_version'],
    [
      'a schedule',
      `${empty}cron_expression: 5 * * * *\n`,
      'Line 6: Unknown field: cron_expression',
    ],
    ['an id', `${empty}_id: bot_1\n`, 'Line 6: Unknown field: _id'],
    ['an error bot', `${empty}settings: { error_bot_id: x }\n`, /Line 6: .*settings\.error_bot_id/],
    ['a bad name', empty.replace('Isolate', 'x'), 'Line 2: The name needs 3 to 100 characters.'],
    [
      'an unknown kind of node',
      `${nodes}  - id: a\n    name: A\n    type: magic\n    position: {x: 0, y: 0}`,
      /^Line 8: graph\.nodes\.0\.type: "magic" is not one of start, end, /,
    ],
    [
      'an unknown key in a node',
      `${nodes}  - {id: a, name: A, type: end, group: g, position: {x: 0, y: 0}}`,
      /^Line 6: Unknown field: graph\.nodes\.0\.group$/,
    ],
    [
      'one id for two nodes',
      `${nodes}${'  - {id: a, name: A, type: end, position: {x: 0, y: 0}}\n'.repeat(2)}`,
      'Line 7: Another node already has the id a. Give this one a unique id.',
    ],
    [
      'one id for two arrows',
      `${head}graph:\n  nodes: []\n  edges:\n${'  - {id: e, source: a, target: b}\n'.repeat(2)}`,
      'Line 7: Another arrow already has the id e. Give this one a unique id.',
    ],
    ['two documents', `${empty}---\n${empty}`, /A second one begins here/],
    ['a tag', empty.replace('Isolate', '!!js/function "f"'), /^Line 2: /],
    ['a core tag', empty.replace('Isolate', '!!str Isolate'), /^Line 2: Tags such as/],
    ['a prototype', `${empty}__proto__: {admin: true}\n`, 'Line 6: Unknown field: __proto__'],
    ['an inherited name', `${empty}constructor: x\n`, 'Line 6: Unknown field: constructor'],
    ['a hundred levels', `${head}graph: ${'['.repeat(200)}${']'.repeat(200)}`, /nested deeper/],
  ])('with %s is refused with a sentence', (_, text, expected) => {
    if (typeof expected === 'string') expect(sentence(text)).toBe(expected);
    else expect(sentence(text)).toMatch(expected);
  });

  it('is refused if its aliases would fill the memory', () => {
    const bomb = 'abcdefgh'
      .split('')
      .map((name, at, all) =>
        at === 0
          ? 'a: &a [x,x,x,x,x,x,x,x,x]'
          : `${name}: &${name} [${`*${all[at - 1]},`.repeat(9)}]`,
      );
    expect(problemWith(bomb.join('\n')).status).toBe(400);
    const many = `a: &a 1\nb: [${'*a,'.repeat(101)}]`;
    expect(sentence(many)).toBe('Line 2: The file has more than 100 aliases.');
  });

  it('has every problem reported with its line', () => {
    const { extra } = problemWith(`${empty.replace('Isolate', 'x')}owner: a\ngroup: b\n`);
    expect(extra.detail?.map(({ msg }) => msg)).toEqual([
      'Line 2: The name needs 3 to 100 characters.',
      'Line 6: Unknown field: owner',
      'Line 7: Unknown field: group',
    ]);
  });

  it('never sets a prototype', () => {
    for (const text of [`${empty}__proto__: {polluted: 1}`, '{"__proto__":{"polluted":1}}']) {
      expect(problemWith(text).status).toBe(400);
      expect(Object(undefined)).not.toHaveProperty('polluted');
    }
  });

  it('leads to a refusal, not to a defect, for random input', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json(), fc.lorem());
    fc.assert(
      fc.property(texts, (text) => {
        expect(problemWith(text).status).toBe(400);
      }),
    );
  });
});

const view = (settings: Record<string, unknown>, overrides: Partial<BotView> = {}): BotView => ({
  _id: 'bot_0123456789abcdef0123456789abcdef',
  name: 'Isolate',
  description: '',
  category: 'Security',
  importance: 'Medium',
  status: 'enabled',
  draft_version: 3,
  published_version: 2,
  trigger_type: 'on_demand',
  integration_types: [],
  integration_ids: [],
  service_portal_published: true,
  created_by: 'ada@example.com',
  created_at: '2026-09-01T12:00:00.000Z',
  updated_at: '2026-09-01T12:00:00.000Z',
  version: 3,
  problems: [],
  warnings: [],
  aws_rights: [],
  aws_rights_now: [],
  outside_calls: [],
  ...overrides,
  graph: {
    ...graph,
    nodes: graph.nodes.map((node) => (node.id === 'fetch' ? { ...node, settings } : node)),
  },
});

const id = (kind: string) => `${kind}_0123456789abcdef0123456789abcdef`;

describe('an exported bot', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'an integration',
      { integration: { type: 'jira', id: id('int') } },
      { integration: { type: 'jira' } },
    ],
    ['a listener', { listener_id: id('lst') }, {}],
    ['an ARN', { role: 'arn:aws:iam::111122223333:role/x' }, { role: 'arn:' }],
    [
      'a header with a secret',
      { headers: [{ name: 'Authorization', value: 'Bearer canary' }] },
      { headers: [{ name: 'Authorization', value: '' }] },
    ],
    [
      'a password in an address',
      { url: 'https://u:canary@a.example/' },
      { url: 'https://a.example/' },
    ],
    [
      'a token in an address',
      { url: 'https://a.example/?id=1&token=canary' },
      { url: 'https://a.example/?id=1&token=' },
    ],
    ['a field that is named as a secret', { api_key: 'canary' }, { api_key: '' }],
  ])('omits %s', (_, settings, remaining) => {
    const { file } = fileOf(view(settings));
    expect(file.graph.nodes.find(({ id: one }) => one === 'fetch')?.settings).toEqual(remaining);
    expect(JSON.stringify(file)).not.toContain('canary');
  });

  it.each(idKinds)('omits every id of the kind %s, however it was made', (kind) => {
    const ids = [randomId(kind), timedId(kind, 0), derivedId(kind, 0, 'cause')];
    const { file } = fileOf(view({ list: ids }));
    expect(file.graph.nodes.find(({ id: one }) => one === 'fetch')?.settings).toEqual({ list: [] });
  });

  it('keeps expressions, and texts that only look like secrets', () => {
    const settings = {
      headers: [{ name: 'Authorization', value: 'Bearer {% $event.token %}' }],
      url: 'https://a.example/?page=2',
      body: 'The password policy of a team',
    };
    const { file } = fileOf(view(settings));
    expect(file.graph.nodes.find(({ id: one }) => one === 'fetch')?.settings).toEqual(settings);
  });

  it('omits pinned data unless requested, and names the pinned nodes', () => {
    const bot = view({ url: '' });
    const pinned = { output: { account: 'canary' } };
    const nodes = bot.graph.nodes.map((one) => (one.id === 'fetch' ? { ...one, pinned } : one));
    const pinnedBot = { ...bot, graph: { ...bot.graph, nodes } };
    const exportedBot = fileOf(pinnedBot);
    expect(JSON.stringify(exportedBot.file)).not.toContain('canary');
    expect(exportedBot.pinned_nodes).toEqual([
      bot.graph.nodes.find(({ id: one }) => one === 'fetch')?.name,
    ]);
    const { file } = fileOf(pinnedBot, true);
    expect(readBotText(writeBotText(file, 'yaml')).file.graph.nodes).toEqual(nodes);
    expect(fileOf(bot).pinned_nodes).toEqual([]);
  });

  it('cleans requested pinned data like settings, and lists its ARNs', () => {
    const bot = view({ url: '' });
    const arn = 'arn:aws:s3:::logs';
    const output = {
      access_token: 'canary',
      role: 'arn:aws:iam::111122223333:role/canary',
      list: [id('int'), `Look at ${arn}`, { name: 'x-api-key', value: 'canary' }],
      next: 'https://a.example/?token=canary',
      integration: { id: 'canary', type: 'jira' },
      account: '111122223333',
    };
    const pins: Record<string, unknown> = { fetch: output, ask: id('exc'), end: null };
    const nodes = bot.graph.nodes.map((one) =>
      one.id in pins ? { ...one, pinned: { output: pins[one.id] } } : one,
    );
    const { file, arns } = fileOf({ ...bot, graph: { ...bot.graph, nodes } }, true);
    const exportedPins = file.graph.nodes.flatMap(({ id: of, pinned }) =>
      pinned ? [[of, pinned]] : [],
    );
    expect(Object.fromEntries(exportedPins)).toEqual({
      fetch: {
        output: {
          access_token: '',
          role: 'arn:',
          list: [`Look at ${arn}`, { name: 'x-api-key', value: '' }],
          next: 'https://a.example/?token=',
          integration: { type: 'jira' },
          account: '111122223333',
        },
      },
      end: { output: null },
    });
    expect(arns).toEqual([arn]);
  });

  it('lists ARNs inside longer texts, which are kept', () => {
    const arn = 'arn:aws:s3:::logs';
    expect(fileOf(view({ body: `Look at ${arn}, then delete it` })).arns).toEqual([arn]);
  });

  it('contains no data about its organisation', () => {
    const { file } = fileOf(
      view({}, { settings: { allow_overlap: true, error_bot_id: id('bot') } }),
    );
    expect(Object.keys(file).sort()).toEqual([
      'category',
      'description',
      'format',
      'graph',
      'importance',
      'name',
      'settings',
    ]);
    expect(file.settings).toEqual({ allow_overlap: true });
  });

  it.each(['yaml', 'json'] as const)('is the same after it is read back from %s', (kind) => {
    const hosts = fc.record({ url: fc.webUrl(), body: fc.string(), count: fc.integer() });
    fc.assert(
      fc.property(hosts, (settings) => {
        const { file } = fileOf(view(settings));
        expect(readBotText(writeBotText(file, kind)).file).toEqual(file);
      }),
      { numRuns: 50 },
    );
  });
});

describe('exporting and importing a bot', () => {
  it('transfers a version to another organisation without storing it', async () => {
    const [ours, theirs] = [openScene(world), openScene(world)];
    const bot = await ours.bots.createBot(ours.root, newBot.parse({ name: 'Isolate one', graph }));
    const request = { bot_id: bot._id, kind: 'yaml' as const, pins: 'false' as const };
    const { file_name, text } = await ours.bots.exportBot(ours.root, request);
    expect(file_name).toBe('isolate-one.yaml');
    const draft = await theirs.bots.importBot(theirs.root, { text });
    expect(draft).toMatchObject({
      name: 'Isolate one',
      graph: bot.graph,
      stripped: [],
      problems: [],
    });
    expect(await theirs.bots.countBots(theirs.root, {})).toEqual({ count: 0 });
  });

  it('lists the removed references and the remaining problems', async () => {
    const { bots, root } = openScene(world);
    const { file } = fileOf(view({ url: '' }));
    const node = file.graph.nodes.find(({ id: one }) => one === 'fetch');
    if (node) node.settings = { integration: { type: 'jira', id: id('int') } };
    const text = writeBotText(file, 'json');
    const { stripped, problems } = await bots.importBot(root, { text });
    expect(stripped).toEqual(['The reference to a record of the organisation in id']);
    expect(problems.map(({ message }) => message)).toEqual(['"fetch", URL: Enter a URL.']);
  });

  it('removes groups of integrations, and ids of the tools of an AI agent', async () => {
    const { bots, root } = openScene(world);
    const { file } = fileOf(view({ url: '' }));
    const node = file.graph.nodes.find(({ id: one }) => one === 'fetch');
    if (node) {
      node.settings = {
        integration: { type: 'jira', group: 'Production' },
        agent_toolkit: [{ type: 'slack', group: 'Chats', ids: ['a'], integration: { id: 'b' } }],
        body: { group: 'kept', id: 'kept' },
      };
    }
    const text = writeBotText(file, 'json');
    const { stripped, graph: importedGraph } = await bots.importBot(root, { text });
    expect(stripped).toEqual([
      'The group of integration',
      'The group of agent_toolkit',
      'The ids of agent_toolkit',
      'The id of agent_toolkit',
    ]);
    expect(importedGraph.nodes.find(({ id: one }) => one === 'fetch')?.settings).toEqual({
      integration: { type: 'jira' },
      agent_toolkit: [{ type: 'slack', integration: {} }],
      body: { group: 'kept', id: 'kept' },
    });
  });

  it('removes ids and groups wherever integrations are named', async () => {
    const { bots, root } = openScene(world);
    const { file } = fileOf(view({ url: '' }));
    const node = file.graph.nodes.find(({ id: one }) => one === 'fetch');
    const reference = { type: 'jira', id: 'a', group: 'Production' };
    if (node) {
      node.settings = {
        mail_server: reference,
        integrations: [reference, { type: 'slack', ids: ['a'], groups: ['b'] }],
        clients: { id: reference, group: reference },
        steps: [{ integration: reference, toolkits: { tools: [{ ...reference, note: 'kept' }] } }],
        integration_ids: ['a'],
        integration_group: 'Production',
        parameters: { id: 'kept', group: 'kept' },
      };
    }
    const { stripped, graph: importedGraph } = await bots.importBot(root, {
      text: writeBotText(file, 'json'),
    });
    expect(stripped).toEqual([
      'The id of mail_server',
      'The group of mail_server',
      'The id of integrations',
      'The group of integrations',
      'The ids of integrations',
      'The groups of integrations',
      'The id of client',
      'The group of client',
      'The id of integration',
      'The group of integration',
      'The id of toolkits',
      'The group of toolkits',
      'The integration_ids',
      'The integration_group',
    ]);
    const bare = { type: 'jira' };
    expect(importedGraph.nodes.find(({ id: one }) => one === 'fetch')?.settings).toEqual({
      mail_server: bare,
      integrations: [bare, { type: 'slack' }],
      clients: { id: bare, group: bare },
      steps: [{ integration: bare, toolkits: { tools: [{ ...bare, note: 'kept' }] } }],
      parameters: { id: 'kept', group: 'kept' },
    });
  });

  it('refuses an invalid file', async () => {
    const { bots, root } = openScene(world);
    expect((await refusalFrom(bots.importBot(root, { text: '{' })))?.status).toBe(400);
  });
});
