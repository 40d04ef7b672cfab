import { actionIdsWith, publishedUsesOf } from '#lib/domain/bots/integration.rules.ts';
import { check } from '#lib/engine/check.ts';
import { limits } from '#lib/kernel/limits.ts';
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { openTestDatabase } from '#test/support/database.ts';
import type { Python } from '#lib/ports/python.ts';
import { drawRun, withPolicy } from '#test/support/drawing.ts';
import { pythonHere } from '#test/support/python-here.ts';
import type { InterceptedCall } from '../integrations/stand-in.ts';
import { canary } from '../integrations/samples.ts';
import { closePeers } from '../outgoing/peer.ts';
import { tenant } from '../world.ts';
import { integrationIds, jsonReply, pythonWorld, type Replies } from './python-world.ts';

const database = openTestDatabase();
const python = openPython(sandboxFiles(process.cwd()));

afterEach(closePeers);
afterAll(() => python.close());

const open = (replies?: Replies) => pythonWorld(database, pythonHere, replies);

const issue = { key: 'OPS-7', fields: { summary: 'Disk full' } };

/** Looks for a ticket, opens one if there is none, and reports it to the other service. */
const linkCode = [
  'found = clients.jira.get("/rest/api/3/search", query={"jql": inputs["title"]})',
  'if not found["issues"]:',
  '    made = clients.jira.post("/rest/api/3/issue", {"summary": inputs["title"]})',
  '    clients.hub.post("/repos/a/b/issues", {"title": made["key"]})',
  '    result = made["key"]',
  'print("linked", result)',
];

const linkReplies: Replies = {
  'GET /rest/api/3/search?jql=Disk+full': jsonReply({ issues: [] }),
  'POST /rest/api/3/issue': jsonReply(issue, 201),
};

const calls = [
  'GET /rest/api/3/search?jql=Disk+full',
  'POST /rest/api/3/issue',
  'POST /repos/a/b/issues',
];

describe('a Python action', () => {
  it('calls its integrations and continues with their answers', async () => {
    const world = await pythonWorld(database, python, linkReplies);
    const graph = world.drawGraph(await world.create(linkCode));
    const run = await world.drive(await world.start(graph));
    expect(drawRun(graph, run)).toBe('start -> act -> end: SUCCEEDED');
    expect(world.called()).toEqual(calls);
    expect(world.stand.meant.map(({ address }) => new URL(address).host)).toEqual([
      expect.stringContaining('atlassian.net'),
      expect.stringContaining('atlassian.net'),
      'api.github.com',
    ]);
    expect(world.stand.meant.map(({ body }) => body)).toEqual([
      '',
      '{"summary":"Disk full"}',
      '{"title":"OPS-7"}',
    ]);
    expect(run.results.act).toMatchObject({
      output: {
        result: 'OPS-7',
        stdout: 'linked OPS-7\n',
        calls: [
          { client: 'jira', method: 'GET', path: '/rest/api/3/search', status: 200 },
          { client: 'jira', method: 'POST', path: '/rest/api/3/issue', status: 201 },
          { client: 'hub', method: 'POST', path: '/repos/a/b/issues', status: 200 },
        ],
      },
      input: { action: 'Link a ticket', clients: ['jira', 'hub'] },
    });
  });

  it('never gives a secret to the code and hides a secret in answers that repeat it', async () => {
    const echo = {
      ...linkReplies,
      'POST /rest/api/3/issue': (call: InterceptedCall) => jsonReply(call.headers),
    };
    const world = await open(echo);
    const code = ['made = clients.jira.post("/rest/api/3/issue", {})', 'result = made'];
    const run = await world.drive(await world.start(world.drawGraph(await world.create(code))));
    const [sent] = world.stand.meant;
    expect(sent?.headers.authorization).toMatch(/^Basic /);
    const output = run.results.act?.output as { result: Record<string, string> };
    expect(output.result.authorization).toBe('Basic ••••');
    const secret = sent?.headers.authorization?.slice('Basic '.length) ?? 'none';
    expect(JSON.stringify(world.passes)).not.toContain(secret);
    expect(JSON.stringify(world.passes)).not.toContain(canary('api_token').slice(0, 12));
  });

  it('lets the code handle an answer with an error status', async () => {
    const missingIssue = { 'GET /rest/api/3/issue/OPS-1': jsonReply({ why: 'gone' }, 404) };
    const world = await open(missingIssue);
    const code = [
      'try:',
      '    clients.jira.get("/rest/api/3/issue/OPS-1")',
      'except ClientError as error:',
      '    result = [str(error), error.status, error.body]',
      'whole = clients["jira"].request("get", "/rest/api/3/issue/OPS-1")',
      'result.append(whole["status"])',
    ];
    const run = await world.drive(await world.start(world.drawGraph(await world.create(code))));
    expect(run.results.act?.output).toMatchObject({
      result: [
        'jira answered GET /rest/api/3/issue/OPS-1 with status 404.',
        404,
        { why: 'gone' },
        404,
      ],
    });
  });

  it('fails with the line of a refused call and lists the calls up to it', async () => {
    const world = await open({ ...linkReplies, 'POST /repos/a/b/issues': jsonReply({}, 403) });
    const run = await world.drive(await world.start(world.drawGraph(await world.create(linkCode))));
    expect(run.results.act).toMatchObject({
      status: 'FAILED',
      error:
        'The code failed in line 4: ClientError: ' +
        'hub answered POST /repos/a/b/issues with status 403.',
      output: { calls: [{ status: 200 }, { status: 201 }, { status: 403 }] },
    });
  });

  it('ends a pass at a call even if the code catches all exceptions', async () => {
    const world = await open(linkReplies);
    const code = [
      'import sys',
      'try:',
      '    result = clients.jira.get("/a")',
      'except:',
      '    result = "caught"',
      'finally:',
      '    print("once more")',
      'sys.exit(0)',
    ];
    const run = await world.drive(await world.start(world.drawGraph(await world.create(code))));
    const output = { result: { ok: true }, stdout: 'once more\n' };
    expect(run.results.act?.output).toMatchObject(output);
    expect(world.called()).toEqual(['GET /a']);
  });

  it('gives the code the same time and random numbers in every pass', async () => {
    const world = await open();
    const code = [
      'import random',
      'mine = [started_at, random.random()]',
      'first = clients.jira.post("/a", mine)',
      'second = clients.jira.post("/b", mine)',
      'result = mine[0]',
    ];
    const run = await world.drive(await world.start(world.drawGraph(await world.create(code))));
    expect(run.results.act?.output).toMatchObject({ result: '2026-03-01T10:00:00.000Z' });
    const [first, second] = world.stand.meant.map(({ body }) => body);
    expect(second).toBe(first);
  });

  it.each([
    [
      'sends another body',
      'import os\nfor path in ("/a", "/b"):\n    clients.jira.post(path, os.urandom(8).hex())',
      /^Call 1 of the code was POST \/a by jira, and is POST \/a by jira now or sends something else/,
    ],
    [
      'omits a call',
      'import sys\nif not hasattr(sys, "again"):\n    sys.again = 1\n    clients.jira.get("/a")',
      /^Call 1 of the code was GET \/a by jira, and is none now/,
    ],
  ])('fails when the code %s in its next pass', async (_, code, error) => {
    const world = await open();
    const run = await world.drive(await world.start(world.drawGraph(await world.create(code))));
    expect(run.results.act).toMatchObject({
      status: 'FAILED',
      error: expect.stringMatching(error),
    });
    expect(world.called()).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    ['to another host', 'get("https://evil.example/")', 'Begin the path with /'],
    [
      'above the address of its integration',
      'get("/a/%2e%2E/b")',
      'A part of the path must not be "." or "..".',
    ],
    ['with an unencoded value in the path', 'get("/a b")', 'Encode the values in the path'],
    [
      'with its own Authorization header',
      'get("/", headers={"Authorization": "x"})',
      'Leave out Auth',
    ],
    [
      'with a header that overrides the method',
      'get("/", headers={"X-HTTP-Method-Override": "DELETE"})',
      'Leave out headers that override the method',
    ],
    [
      'with a header that belongs to the connection',
      'get("/", headers={"Host": "x"})',
      'sets this header',
    ],
    ['with an unknown method', 'request("BREW", "/pot")', 'The method is not supported.'],
    [
      'with both a body and a form',
      'post("/", body=1, form={"a": "b"})',
      'Send a body or a form, not',
    ],
    ['with a list as its query', 'get("/", query=[1])', 'query: It is a list'],
  ])('makes no call %s', async (_, call, error) => {
    const world = await open();
    const id = await world.create(`clients.jira.${call}`);
    const run = await world.drive(await world.start(world.drawGraph(id)));
    expect(run.results.act).toMatchObject({ status: 'FAILED' });
    expect(run.results.act?.error).toContain(error);
    expect(world.called()).toEqual([]);
  });

  it.each([
    ['text that is not JSON', '"{"'],
    ['JSON that is nested too deeply', '"[" * 60000 + "]" * 60000'],
  ])('fails with a clear error when the code forges a call with %s', async (_, text) => {
    const world = await open();
    const code = `result = {"cloudwarden.ended": {"call": ${text}}}`;
    const run = await world.drive(await world.start(world.drawGraph(await world.create(code))));
    expect(run.results.act).toMatchObject({ status: 'FAILED' });
    expect(run.results.act?.error).not.toContain('unexpectedly');
    expect(world.called()).toEqual([]);
  });

  it('fails when the code uses an unknown client', async () => {
    const world = await open();
    const run = await world.drive(
      await world.start(world.drawGraph(await world.create('clients.slack.get("/")'))),
    );
    expect(run.results.act?.error).toBe(
      'The code failed in line 1: AttributeError: ' +
        'This action has no client slack. Its clients: jira, hub.',
    );
  });

  it('fails after 20 calls', async () => {
    const world = await open();
    const code = `for n in range(${limits.clientCalls + 1}):\n    clients.jira.get(f"/{n}")`;
    const run = await world.drive(await world.start(world.drawGraph(await world.create(code))));
    expect(run.results.act?.error).toContain('The code makes more than 20 calls.');
    expect(world.called()).toHaveLength(limits.clientCalls);
  });

  it('refuses a change through a read-only client', async () => {
    const world = await open();
    const call = {
      code: 'clients.jira.get("/a")\nclients.jira.post("/b")',
      clients: [{ name: 'jira', integration_type: 'jira', read_only: true }],
    };
    const id = await world.create('', { call });
    const run = await world.drive(await world.start(world.drawGraph(id)));
    expect(run.results.act?.error).toContain('The client jira is read-only, and the code called');
    expect(world.called()).toEqual(['GET /a']);
  });

  it('refuses an integration of another type than its client', async () => {
    const world = await open();
    const hub = { type: 'github', id: integrationIds.jira };
    const clients = { jira: { type: 'jira', id: integrationIds.jira }, hub };
    const graph = world.drawGraph(await world.create(linkCode), { clients });
    const run = await world.drive(await world.start(graph));
    expect(run.results.act?.error).toBe(
      '"hub" is for another type of integration than "Our jira".',
    );
    expect(world.called()).toEqual([]);
  });
});

/** A Python that never answers its n-th pass, as if its process had crashed then. */
const pythonDyingAt = (pass: number) => {
  let passes = 0;
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const dying: Python = {
    run(request) {
      passes += 1;
      if (passes !== pass) return pythonHere.run(request);
      resolve();
      return new Promise(() => undefined);
    },
  };
  return { died, dying };
};

describe('a Python action whose engine dies', () => {
  it.each([2, 3, 4])('makes no call twice when the engine dies before pass %i', async (pass) => {
    const { died, dying } = pythonDyingAt(pass);
    const world = await pythonWorld(database, dying, linkReplies);
    const graph = world.drawGraph(await world.create(linkCode));
    const id = await world.start(graph);
    void world.advance(id);
    await died;
    expect(world.called()).toEqual(calls.slice(0, pass - 1));
    world.pass(60_000);
    const run = await world.drive(id);
    expect(run.results.act).toMatchObject({ attempt: 2, output: { result: 'OPS-7' } });
    expect(world.called()).toEqual(calls);
  });

  it('keeps its parameters and its start time in the next attempt', async () => {
    const { died, dying } = pythonDyingAt(2);
    const world = await pythonWorld(database, dying);
    const code = 'for n in (1, 2):\n    clients.jira.post("/a", [n, started_at, inputs["title"]])';
    const parameters = { title: '{% $string($millis()) %}' };
    const id = await world.start(world.drawGraph(await world.create(code), { parameters }));
    void world.advance(id);
    await died;
    world.pass(60_000);
    await world.drive(id);
    const sent = world.stand.meant.map(({ body }) => JSON.parse(body) as unknown[]);
    expect(sent[1]?.slice(1)).toEqual(sent[0]?.slice(1));
    expect(sent).toHaveLength(2);
  });

  it('makes no further call after its run was cancelled', async () => {
    const world = await open({
      'POST /rest/api/3/issue': () => {
        void cancel();
        return jsonReply(issue, 201);
      },
      'GET /rest/api/3/search?jql=Disk+full': jsonReply({ issues: [] }),
    });
    const id = await world.start(world.drawGraph(await world.create(linkCode)));
    const at = '2026-03-01T10:00:00.000Z';
    const ended = { state: 'CANCELLED' as const, updated_at: at, finished_at: at };
    const cancel = () => world.runs().commit(id, ended);
    await world.advance(id);
    expect(world.called()).toEqual(calls.slice(0, 2));
  });
});

describe('the retry of a Python action', () => {
  const retryPolicy = { retries: 1, retry_seconds: 1 };

  it('repeats only the call that failed temporarily', async () => {
    let refusals = 0;
    const busy = () => (refusals++ === 0 ? jsonReply({}, 503) : jsonReply({ ok: true }));
    const world = await open({ ...linkReplies, 'POST /repos/a/b/issues': busy });
    const graph = withPolicy(world.drawGraph(await world.create(linkCode)), 'act', retryPolicy);
    const run = await world.drive(await world.start(graph));
    expect(run.results.act).toMatchObject({ attempt: 2, output: { result: 'OPS-7' } });
    expect(world.called()).toEqual([...calls, calls[2]]);
    const keys = world.stand.meant.map(({ headers }) => headers['idempotency-key']);
    expect(keys[3]).toBe(keys[2]);
    expect(new Set(keys).size).toBe(3);
  });

  it('does not repeat a failed call that the code handled', async () => {
    let refusals = 0;
    const busy = () => (refusals++ === 0 ? jsonReply({}, 503) : jsonReply({ ok: true }));
    const world = await open({ 'GET /a': jsonReply({}, 503), 'POST /c': busy });
    const code = [
      'try:',
      '    clients.jira.get("/a")',
      'except ClientError:',
      '    clients.jira.post("/b")',
      'clients.jira.post("/c")',
    ];
    const graph = withPolicy(world.drawGraph(await world.create(code)), 'act', retryPolicy);
    const run = await world.drive(await world.start(graph));
    expect(run.state).toBe('SUCCEEDED');
    expect(world.called()).toEqual(['GET /a', 'POST /b', 'POST /c', 'POST /c']);
  });
});

describe('a dry run of a Python action', () => {
  const dry = { dry_run: true } as const;

  it('reads and then describes the first call that would change something', async () => {
    const world = await open(linkReplies);
    const graph = world.drawGraph(await world.create(linkCode));
    const run = await world.drive(await world.start(graph, {}, undefined, dry));
    expect(run.results.act).toMatchObject({
      status: 'SUCCEEDED',
      would: 'run "Link a ticket": POST /rest/api/3/issue by jira with {"summary":"Disk full"}',
    });
    expect(world.called()).toEqual(calls.slice(0, 1));
  });

  it('returns its result when the code changes nothing', async () => {
    const world = await open({
      'GET /rest/api/3/search?jql=Disk+full': jsonReply({ issues: [1] }),
    });
    const graph = world.drawGraph(await world.create(['result = 3', ...linkCode]));
    const run = await world.drive(await world.start(graph, {}, undefined, dry));
    expect(run.results.act).toMatchObject({ output: { result: 3, stdout: 'linked 3\n' } });
    expect(run.results.act?.would).toBeUndefined();
  });

  it('reports an error in the code', async () => {
    const world = await open();
    const graph = world.drawGraph(await world.create('1 / 0'));
    const run = await world.drive(await world.start(graph, {}, undefined, dry));
    expect(run.results.act?.error).toContain('line 1: ZeroDivisionError');
  });
});

describe('a Python action that needs approval', () => {
  const approved = 'start -> ask:approval -approved-> act:rest_api_action -> end';

  it('is shown to approvers with its clients and parameters', async () => {
    const world = await open(linkReplies);
    const id = await world.create(linkCode, { approval_required: true });
    const bot_exc_id = await world.start(world.drawGraph(id, {}, approved));
    await world.advance(bot_exc_id);
    await world.pause(bot_exc_id, 'ask', 'token 1');
    const { waiting_for } = await world.read(bot_exc_id);
    const found = await world.approvals().get(waiting_for?.approval_id ?? '');
    const would =
      'run "Link a ticket": Python code that calls jira, hub with {"title":"Disk full"}';
    expect(found?.next_nodes).toEqual([{ name: 'act', would }]);
    expect(world.passes).toEqual([]);
  });

  it('runs only after an approval', async () => {
    const world = await open(linkReplies);
    const id = await world.create(linkCode, { approval_required: true });
    const run = await world.drive(await world.start(world.drawGraph(id)));
    expect(run.errors?.join()).toContain('now needs approval, and nothing was approved');
    const dry = { dry_run: true } as const;
    const rehearsed = await world.drive(
      await world.start(world.drawGraph(id, {}, approved), {}, undefined, dry),
    );
    expect(rehearsed.results.act?.would).toBe(
      'run "Link a ticket": Python code that calls jira, hub',
    );
    expect(world.called()).toEqual([]);
    const second = await world.drive(await world.start(world.drawGraph(id, {}, approved)));
    expect(second.state).toBe('SUCCEEDED');
    expect(world.called()).toEqual(calls);
  });
});

describe('the check of a graph with a Python action', () => {
  const problems = async (clients: object) => {
    const world = await open();
    const _id = await world.create(linkCode);
    const ownAction = await world.deps(database.db).ownAction(tenant, _id);
    return check(world.drawGraph(_id, { clients }), ownAction ? [ownAction] : []).map(
      ({ message }) => message,
    );
  };
  const both = {
    jira: { type: 'jira', id: integrationIds.jira },
    hub: { type: 'github', id: integrationIds.github },
  };

  it('requires an integration of the right type for each client', async () => {
    expect(await problems(both)).toEqual([]);
    expect(await problems({ jira: both.jira })).toEqual([
      '"act", Clients: Choose an integration for the client hub.',
    ]);
    expect(await problems({ ...both, hub: both.jira })).toEqual([
      '"act", Clients: The client hub is for another type of integration. ' +
        'Choose one of its type.',
    ]);
    expect(await problems({ ...both, gone: both.jira })).toEqual([]);
  });

  it('finds the integrations of a bot in the clients of its actions', async () => {
    const world = await open();
    const graph = world.drawGraph('act_1');
    expect(publishedUsesOf(graph)).toMatchObject({
      integration_types: ['github', 'jira'],
      integration_ids: [integrationIds.jira, integrationIds.github],
    });
    expect(actionIdsWith(graph, [integrationIds.github])).toEqual(['act_1']);
  });
});
