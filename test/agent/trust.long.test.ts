import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { jobText } from '#lib/domain/agents/calls/signature.rules.ts';
import { serverKey } from '#lib/domain/agents/server-key.rules.ts';
import { openClusterServer } from '#test/support/cluster-server.ts';
import { eventually } from '#test/support/eventually.ts';
import { openAgentScene } from './scene.ts';

const scene = openAgentScene();
beforeAll(scene.open);
afterAll(scene.close);

const kind = 'http';
const args = { url: 'http://10.0.0.1/' };
/** Shows that a job was accepted as genuine: its settings were consulted, and forbid it. */
const acceptedJob = { error: expect.stringContaining('name no host'), refused: false };

describe('a job for an agent', () => {
  it('is refused if it was changed in transit', async () => {
    const { ask, serverState } = await scene.start('changed');
    serverState.alter = ({ text, signature }) => ({
      text: text.replace('10.0.0.1', '10.0.0.2'),
      signature,
    });
    expect(await ask(kind, args)).toEqual({ error: 'its signature is wrong.', refused: true });
    serverState.alter = (signed) => signed;
    expect(await ask(kind, args)).toEqual(acceptedJob);
  });

  it('is refused if another server signed it', async () => {
    const { ask, serverState } = await scene.start('other-server');
    const otherServer = serverKey('another secret', 'org', 'agt');
    serverState.alter = ({ text }) => ({ text, signature: otherServer.sign(jobText(text)) });
    expect(await ask(kind, args)).toEqual({ error: 'its signature is wrong.', refused: true });
  });

  it('is refused if the agent has received it before', async () => {
    const { ask, serverState } = await scene.start('again');
    let first: { text: string; signature: string } | undefined;
    serverState.alter = (signed) => (first ??= signed);
    expect(await ask(kind, args)).toEqual(acceptedJob);
    const { text } = first ?? { text: '' };
    const { job_id } = JSON.parse(text);
    void ask(kind, args);
    // The answer is for the previous job, which has ended.
    await eventually(
      async () => serverState.results.filter((one) => one.job_id === job_id),
      (results) => results.some(({ refused }) => refused === true),
    );
    expect(serverState.results.at(-1)).toMatchObject({
      error: 'it was handed out before.',
      refused: true,
    });
  });

  it('is refused if it is for another agent, even with a valid signature', async () => {
    const { ask, serverState } = await scene.start('foreign');
    serverState.alter = ({ text }) => serverState.signed(text.replace('"agt_0000', '"agt_1111'));
    expect(await ask(kind, args)).toEqual({ error: 'it is for another agent.', refused: true });
  });
});

describe('an agent', () => {
  it('does its jobs in time even if its clock is an hour off', async () => {
    const { ask, serverState } = await scene.start('clock');
    for (const ahead of [3600_000, -3600_000]) {
      serverState.ahead = ahead;
      expect(await ask(kind, args, 30)).toEqual(acceptedJob);
    }
  });

  it('sends no result that is larger than 3 MiB or has too many values', async () => {
    const cluster = scene.keep(await openClusterServer(scene.folderOf('huge-cluster')));
    const { ask } = await scene.start('huge', { type: 'kubernetes', env: cluster.env });
    cluster.answers.set('/api/v1/nodes/one', { text: 'ä'.repeat(1_600_000) });
    const nodeArgs = { api: 'v1', resource: 'nodes', name: 'one' };
    expect(await ask('kubernetes.get', nodeArgs)).toEqual({
      error: 'The result is larger than 3 MiB. Ask for less.',
      refused: false,
    });
    cluster.answers.set('/api/v1/nodes/one', { lists: Array.from({ length: 300_000 }, () => []) });
    expect(await ask('kubernetes.get', nodeArgs)).toEqual({
      error: 'The result holds more than 490000 keys and values. Ask for less.',
      refused: false,
    });
  });

  it('sends a result again when the server was busy', async () => {
    const { ask, serverState } = await scene.start('no-time');
    for (const status of [429, 408, 503])
      serverState.next.push({ call: 'result', status, body: {} });
    expect(await ask(kind, args)).toEqual(acceptedJob);
    expect(serverState.next).toEqual([]);
    expect(serverState.results).toHaveLength(1);
  });

  it('reports a refused result once, and continues with the next job', async () => {
    const { ask, serverState } = await scene.start('not-taken');
    const page = '<html><h1>413 Request Entity Too Large</h1></html>';
    serverState.next.push({ call: 'result', status: 413, body: page });
    expect(await ask(kind, args)).toEqual({
      error:
        'The settings of the agent name no host "10.0.0.1". The server did not take more of it. ' +
        '(status 413: 413 Request Entity Too Large)',
      refused: false,
    });
    const refusal = { call: 'result', status: 400, body: { error: 'Not so.' } };
    serverState.next.push(refusal, refusal);
    void ask(kind, args);
    await eventually(
      async () => serverState.next.length,
      (count) => count === 0,
    );
    expect(await ask(kind, args)).toEqual(acceptedJob);
    expect(serverState.results).toHaveLength(2);
  });

  it('stops its work and sends no result after it was deleted', async () => {
    const { ask, serverState, agent, isAtWork } = await scene.start('deleted', {
      allows: { commands: { waits: { argv: ['/bin/sleep', '600'], timeout_seconds: 600 } } },
    });
    void ask('linux.run', { command: 'waits' }, 600);
    await eventually(async () => isAtWork(), Boolean);
    serverState.refuse = { status: 401, body: { error: 'This agent is unknown.' } };
    await eventually(
      async () => agent.output(),
      (output) => output.includes('"withdrawn":true'),
      40_000,
    );
    expect(agent.output()).toContain('This agent is unknown.');
    expect(serverState.results).toEqual([]);
  });
});

describe('the key pair of an agent', () => {
  const readIdentity = ({ state }: { state: string }) =>
    JSON.parse(readFileSync(join(state, 'identity.json'), 'utf8'));

  it('is kept across restarts, in a file that only its owner can read', async () => {
    const { agent, serverState } = await scene.start('stays');
    const { publicKey } = serverState;
    expect(statSync(join(agent.state, 'identity.json')).mode & 0o777).toBe(0o600);
    const identity = readIdentity(agent);
    await agent.close();
    serverState.claims.length = 0;
    agent.start();
    await eventually(async () => serverState.claims.length, Boolean);
    expect(readIdentity(agent)).toEqual(identity);
    expect(serverState.publicKey).toBe(publicKey);
    expect(agent.output()).not.toContain('cw_first');
    expect(agent.output()).not.toContain(identity.private_key);
  });

  it('is replaced when the agent enrols with another key', async () => {
    const { agent, serverState, ask } = await scene.start('replaced');
    const { private_key } = readIdentity(agent);
    await agent.close();
    serverState.keys = ['cw_second'];
    agent.start('cw_second');
    expect(await ask(kind, args)).toEqual(acceptedJob);
    expect(readIdentity(agent).private_key).not.toBe(private_key);
  });

  it('stays in use when another key is refused, which is not sent again', async () => {
    const { agent, serverState, ask } = await scene.start('works-on');
    const { private_key } = readIdentity(agent);
    await agent.close();
    agent.start('cw_wrong');
    expect(await ask(kind, args)).toEqual(acceptedJob);
    expect(agent.output()).toContain('works on with its former key pair');
    expect(readIdentity(agent).private_key).toBe(private_key);
    const { enrolments } = serverState;
    await agent.close();
    agent.start('cw_wrong');
    expect(await ask(kind, args)).toEqual(acceptedJob);
    expect(serverState.enrolments).toBe(enrolments);
  });

  it('is not used with a server that asks for calls without TLS', async () => {
    const server = scene.keep(await scene.server());
    server.serverState.calls_url = 'http://203.0.113.1';
    const agent = scene.program('no-tls', server);
    await eventually(
      async () => agent.exitCode(),
      (code) => code !== null,
    );
    expect(agent.exitCode()).toBe(78);
    expect(agent.output()).toContain('without TLS');
  });
});
