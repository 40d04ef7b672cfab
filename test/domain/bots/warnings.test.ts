import { botSettings, type Graph } from '#lib/domain/bots/bot.schema.ts';
import { boundsWarnings } from '#lib/domain/bots/bounds-warning.rules.ts';
import { pythonTextProblem } from '#lib/domain/bots/python-text.rules.ts';
import { graphWarnings } from '#lib/domain/bots/warning.rules.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { aTask, draw, withPolicy } from '#test/support/drawing.ts';
import { drawBot, eventDrivenStart } from './draw-bot.ts';
import { openSender } from '../listeners/sender.ts';
import { openScene, type Scene } from '../scene.ts';
import { openStaff } from '../users/staff.ts';

const world = openTestDatabase();

const sentences = (graph: Graph): string[] => graphWarnings(graph).map(({ message }) => message);

const approval = (settings: Record<string, unknown>): Graph =>
  draw('start -> ask:approval -approved-> end', { ask: { message: 'Go?', ...settings } });

const graphCalling = (url: string): Graph =>
  draw('start -> call:http_request -> end', { call: { url } });

describe('the warnings for a graph that can run', () => {
  it.each<[string, Record<string, unknown>]>([
    ['by ROOT alone', {}],
    ['by one of two people', { approvers: ['ada@cloud.io', 'bob@cloud.io'] }],
    ['by both people', { approvers: ['ada@cloud.io', 'bob@cloud.io'], approvals_required: 2 }],
    ['by people whom a run finds', { approvers: ['{% $event.owners %}'], approvals_required: 5 }],
  ])('are empty if it is approved %s', (_name, settings) => {
    expect(sentences(approval(settings))).toEqual([]);
  });

  it('name a loop over all resources that an approval asks about', () => {
    const drawing = `start -> four:approval -approved-> each:loop -body-> fix:http_request -> done:loop_end
      each -next-> end`;
    const loopOver = (items_to_iterate: string) =>
      sentences(
        draw(drawing, {
          four: { resources: '{% $event.hosts %}' },
          each: { items_to_iterate },
          fix: { url: 'https://api.cloud.io/' },
        }),
      );
    expect(loopOver('{% $event.hosts %}')).toEqual([
      expect.stringContaining('This repeats for all that "four" asks about, even if it was'),
    ]);
    expect(loopOver('{% $nodes.four.resources %}')).toEqual([]);
  });

  it('name a limit of a run that is below the limit of one AI agent', () => {
    const agent = (overrides: object) =>
      sentences(draw('start -> find:ai_agent -> end', { find: { ...aTask, ...overrides } }));
    expect(agent({ max_tokens: 20_000, max_run_tokens: 100, max_run_cost_usd: 0.5 })).toEqual([
      '"find", Maximum tokens in a run: This is less than Maximum tokens (20,000): one agent can use it up.',
      '"find", Maximum cost in a run: This is less than Maximum cost (1): one agent can use it up.',
    ]);
    expect(agent({ max_tokens: 20_000, max_run_tokens: 20_000 })).toEqual([]);
  });

  it.each<[string, object, object, string[]]>([
    [
      'in percent, without a total',
      { percent: 10 },
      { resources: '{% $event.hosts %}' },
      [
        '"ask", Out of: It is empty, so the limit of this bot in percent does not apply here. ' +
          'Enter the total number of resources.',
      ],
    ],
    [
      'in number, without named resources',
      { count: 5 },
      {},
      [
        'Resources at most, in the settings of this bot: No approval of this bot names its ' +
          'resources, so this limit has no effect. Ask for approval of the resources before they ' +
          'are changed.',
      ],
    ],
    [
      'in percent, with a total (no warning)',
      { percent: 10 },
      { resources: '{% $event.hosts %}', resources_total: '{% $count($event.all) %}' },
      [],
    ],
    ['in number, with resources (no warning)', { count: 5 }, { resources: '{% $event %}' }, []],
    ['no limit (no warning)', {}, { resources: '{% $event.hosts %}' }, []],
  ])(
    'name a limit on resources that has no effect: %s',
    (_name, max_resources, overrides, expected) => {
      const settings = botSettings.parse({ max_resources });
      const found = boundsWarnings(settings, approval({ ...overrides }));
      expect(found.map(({ message }) => message)).toEqual(expected);
    },
  );

  it('name parallel calls without retries to a service that may throttle them', () => {
    const drawing = `start -> each:loop -body-> inner:loop -body-> ask:http_request -> one:loop_end
      inner -next-> fix:rest_api_action -> done:loop_end
      each -next-> after:rest_api_action -> end`;
    const okta = { integration: { type: 'okta' }, url: '/api/v1/users' };
    const loops = (max_concurrency: number, ask: object = okta) =>
      draw(drawing, {
        each: { items_to_iterate: '{% $event.users %}', max_concurrency },
        inner: { items_to_iterate: '{% $event.groups %}' },
        ask: { ...ask },
        fix: { action: 'okta.suspend_user', integration: { type: 'okta' } },
        after: { action: 'okta.suspend_user', integration: { type: 'okta' } },
      });
    const warningFor = (name: string) =>
      `"${name}", Retries: "each" makes up to 40 of these calls at once. A service may throttle ` +
      'calls that are too frequent, and with 0 retries a throttled call fails the iteration. Set ' +
      'retries: they wait as long as the service requires.';
    expect(sentences(loops(40)).sort()).toEqual([warningFor('ask'), warningFor('fix')]);
    expect(sentences(loops(1))).toEqual([]);
    const plainCall = { url: 'https://status.cloud.io/' };
    const retried = withPolicy(loops(40, plainCall), 'fix', { retries: 3 });
    expect(sentences(retried)).toEqual([]);
  });

  it('are empty if a loop acts on all resources after a rejection', () => {
    const drawing = 'start -> four:approval -rejected-> each:loop -> done:loop_end -> end';
    const all = '{% $event.hosts %}';
    const settings = { four: { resources: all }, each: { items_to_iterate: all } };
    expect(sentences(draw(drawing, settings))).toEqual([]);
  });

  it.each<[string[], number, string]>([
    [[], 5, 'nobody is named as approver. ROOT users would have to give 5 of the approvals.'],
    [
      ['ada@cloud.io', 'Ada@cloud.io'],
      3,
      '1 person is named as approver. ROOT users would have to give 2 of the approvals.',
    ],
  ])('name approvers %j who cannot give %d approvals', (approvers, approvals_required, advice) => {
    const found = sentences(approval({ approvers, approvals_required }));
    expect(found).toEqual([`"ask", Approvals required: ${advice}`]);
  });

  it.each([
    ['https://idp.example.com/v1/users', 'https://idp.example.com'],
    ['https://api.example/x', 'https://api.example'],
    ['http://example.org:8080', 'http://example.org'],
  ])('name the placeholder address in %s', (url, address) => {
    expect(sentences(graphCalling(url))).toEqual([
      `"call", URL: ${address} is a placeholder address. Enter your own.`,
    ]);
  });

  it.each(['https://example.com.cloud.io/', 'https://my-example.net/', 'https://examples.com/'])(
    'do not name %s',
    (url) => expect(sentences(graphCalling(url))).toEqual([]),
  );

  it('are empty for a disabled node', () => {
    const graph = graphCalling('https://example.com/');
    const nodes = graph.nodes.map((node) =>
      node.type === 'http_request' ? { ...node, disabled: true as const } : node,
    );
    expect(sentences({ ...graph, nodes })).toEqual([]);
  });

  it('name approvers who are no users here, and do not prevent publishing', async () => {
    const { bots, root } = await openStaff(world);
    const graph = approval({ approvers: ['nobody@cloud.io', root.user_id] });
    const details = { description: '', category: 'Security', importance: 'Low' } as const;
    const bot = await bots.createBot(root, { ...details, name: 'Ask', graph });
    expect(bot.problems).toEqual([]);
    expect(bot.warnings.map(({ message }) => message)).toEqual([
      '"ask", Approvers: nobody@cloud.io is not a user here. Invite them, or name another.',
    ]);
    const published = await bots.publishBot(root, { bot_id: bot._id, version: 1 });
    expect(published.status).toBe('enabled');
  });

  it('name approvers without the permission to approve', async () => {
    const { bots, root, hire, role } = await openStaff(world);
    const [approving, reading] = [
      await role('Approving', 'approval', 'read_approval', 'update_approval'),
      await role('Reading', 'approval', 'read_approval'),
    ];
    const able = await hire('able', { roles: [approving] });
    const editor = await hire('editor', { roles: [reading] });
    const looking = await hire('looking', { roles: [approving], readOnly: true });
    const approvers = [able, editor, looking, root.user_id];
    const graph = draw('start -> ask:approval -approved-> think:ai_agent -> end', {
      ask: { message: 'Go?', approvers },
      think: { approvers: [editor] },
    });
    const details = { description: '', category: 'Security', importance: 'Low' } as const;
    const bot = await bots.createBot(root, { ...details, name: 'Ask', graph });
    const messages = bot.warnings.map(({ message }) => message);
    expect(messages.filter((one) => one.includes('permission'))).toEqual([
      `${editor} is an approver of "ask" but has no permission to approve.`,
      `${looking} is an approver of "ask" but has no permission to approve.`,
      `${editor} is an approver of "think" but has no permission to approve.`,
    ]);
    expect(bot.problems.filter(({ node_id }) => node_id === 'ask')).toEqual([]);
  });
});

describe('a bot that asks a model', () => {
  it('has a warning if its integration does not offer the chosen model', async () => {
    const { bots, integrations, root } = openScene(world);
    const { accountId } = await integrations.createIntegration(root, {
      cspName: 'openai',
      alias: 'Our models',
      groups: ['All'],
      values: { api_key: 'sk-canary', models: 'gpt-5-mini' },
    });
    const graph = draw('start -> a:ai_agent -> b:ai_agent -> c:ai_agent -> end', {
      a: { ...aTask, integration: { type: 'openai', id: accountId }, model: 'gpt-4' },
      b: { ...aTask, integration: { type: 'openai', id: accountId }, model: 'gpt-5-mini' },
      c: { ...aTask, integration: { type: 'openai', id: accountId } },
    });
    const details = { description: '', category: 'Security', importance: 'Low' } as const;
    const { warnings } = await bots.createBot(root, { ...details, name: 'Asks', graph });
    expect(warnings.map(({ message }) => message)).toEqual([
      '"a": The integration "Our models" does not offer the model "gpt-4". Choose a model from ' +
        'its list, or add it to the list.',
    ]);
  });
});

describe('a bot that events start', () => {
  const readWarnings = async (scene: Scene, bot_id: string) =>
    (await scene.bots.getBot(scene.root, { bot_id })).warnings.map(({ message }) => message);

  it('can be published, with a warning that its listener was never called', async () => {
    const scene = openScene(world);
    const sender = await openSender(scene);
    const bot = drawBot('Quiet', 'start -> end', eventDrivenStart(sender.listener_id));
    const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
    const published = await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    expect(published.status).toBe('enabled');
    expect(await readWarnings(scene, bot_id)).toEqual([
      '"start", Listener: Nothing has called this listener yet, so the fields of its events are ' +
        'not known. Send it an event before you rely on the bot.',
    ]);
    await sender.send(sender.signed('{"severity":"HIGH"}'));
    expect(await readWarnings(scene, bot_id)).toEqual([]);
    const { listener_id } = sender;
    await scene.listeners.deleteListener(scene.root, { listener_id });
    expect(await readWarnings(scene, bot_id)).toEqual([
      '"start", Listener: This listener does not exist any more. Choose another one.',
    ]);
  });
});

describe('the check of Python text', () => {
  it.each([
    ['def main(inputs)\n  return 1', 'Line 1: the statement must end with ":".'],
    ['x = 1\nif x > 0\n  y = 2', 'Line 2: the statement must end with ":".'],
    ['result = oops(\n  1,', 'Line 1: "(" is never closed.'],
    ['result = [1, 2)', 'Line 1: ")" does not match the "[" in line 1.'],
    ['a = 1\nresult = 1}', 'Line 2: "}" has no matching opening bracket.'],
    ["result = 'abc", 'Line 1: the string that begins here is not closed.'],
    ['a = 1\nb = """abc\n\n', 'Line 2: the string that begins here is not closed.'],
  ])('finds the problem in %j', (code, problem) => {
    expect(pythonTextProblem(code)).toBe(problem);
  });

  it.each([
    '',
    'result = ""',
    "result = {'a': [1, (2)]}  # ) ] }",
    '"""A text ) with\n"quotes" in it."""\nresult = 1',
    'def main(inputs: dict) -> int:\n    return 1',
    'if (1 and\n    2): result = 3',
    'if 1 and \\\n    2:\n  result = 3',
    'result = (1\n  if True\n  else 2)',
    "result = f'{inputs[\"a\"]}' + 'it\\'s'",
    'classes = 1\nform = 2\nresult = [x for x in []]',
  ])('finds no problem in %j', (code) => {
    expect(pythonTextProblem(code)).toBeUndefined();
  });

  it('finds no problem in the code of library bots', () => {
    const nodes = libraryBots.flatMap(({ graph }) => graph.nodes);
    const codes = nodes.flatMap(({ type, settings }) =>
      type === 'python_code' ? [String(settings.code)] : [],
    );
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.map(pythonTextProblem).filter(Boolean)).toEqual([]);
  });

  it('handles a very long text', () => {
    const code = `${'('.repeat(50_000)}${'"a"'.repeat(16_000)}`;
    expect(pythonTextProblem(code)).toBe('Line 1: "(" is never closed.');
  });

  it.each(['"""', "'''", '"', "'"])('handles many backslashes after %s', (quote) => {
    const unclosed = 'Line 1: the string that begins here is not closed.';
    expect(pythonTextProblem(quote + '\\'.repeat(100_000))).toBe(unclosed);
    expect(pythonTextProblem(`${quote}${'\\'.repeat(100_000)}${quote}`)).toBeUndefined();
    expect(pythonTextProblem(`${quote}${'\\'.repeat(100_001)}${quote}`)).toBe(unclosed);
  });
});
