import { type LoopbackRequest, openLoopback } from '#test/support/loopback.ts';
import { openAgentScene } from './scene.ts';

const scene = openAgentScene();
afterAll(scene.close);

const receivedRequests: LoopbackRequest[] = [];

/** A private address, and another one that no settings name. */
const openNetwork = async () => {
  await scene.open();
  const answers: Record<string, object> = {
    '/json': { body: '{"ok":true}' },
    '/text': { status: 404, body: 'nothing here' },
    '/moved': { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
    '/deep': { body: '['.repeat(100_000) + ']'.repeat(100_000) },
    '/large': { body: 'x'.repeat(1024 * 1024 + 1) },
  };
  const answer = (request: LoopbackRequest) => {
    receivedRequests.push(request);
    return answers[request.path] ?? {};
  };
  const allowedServer = scene.keep(await openLoopback(answer));
  const otherServer = scene.keep(await openLoopback(answer));
  const host = new URL(allowedServer.endpoint).host;
  const { ask } = await scene.start('network', { allows: { hosts: [host, 'vault.internal'] } });
  return { allowedUrl: allowedServer.endpoint, otherUrl: otherServer.endpoint, ask };
};

describe('a call of a private address', () => {
  let network: Awaited<ReturnType<typeof openNetwork>>;
  beforeAll(async () => {
    network = await openNetwork();
  });
  beforeEach(() => receivedRequests.splice(0));

  it('sends the request of the job and returns the response', async () => {
    const { ask, allowedUrl } = network;
    const result = await ask('http', {
      method: 'POST',
      url: `${allowedUrl}/json?a=1`,
      headers: ['Content-Type: application/json', 'X-Two: b:c'],
      body: '{"a":1}',
    });
    expect(result).toEqual({ output: { status: 200, result: { ok: true } } });
    const [request] = receivedRequests;
    expect(request?.method).toBe('POST');
    expect(request?.query.get('a')).toBe('1');
    expect(request?.body.toString()).toBe('{"a":1}');
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'x-two': 'b:c' });
    expect(await ask('http', { url: `${allowedUrl}/text` })).toEqual({
      output: { status: 404, result: 'nothing here' },
    });
  });

  it('follows no redirect', async () => {
    const { ask, allowedUrl } = network;
    const result = await ask('http', { url: `${allowedUrl}/moved` });
    expect(result).toMatchObject({ output: { status: 302 } });
    expect(receivedRequests).toHaveLength(1);
  });

  it('fails when the response is larger than 1 MiB', async () => {
    const { error } = await network.ask('http', { url: `${network.allowedUrl}/large` });
    expect(error).toBe('The answer is larger than 1 MiB.');
  });

  it('fails when the response is nested too deeply', async () => {
    const { error } = await network.ask('http', { url: `${network.allowedUrl}/deep` });
    expect(error).toBe('The result is nested deeper than 60 levels.');
  });

  it('reports why it failed', async () => {
    const { error } = await network.ask('http', { url: 'http://vault.internal/' });
    expect(error).toMatch(/^The address could not be called: /);
    expect(error).toContain('vault.internal');
  });

  it('reaches no address that the settings do not name', async () => {
    const { ask, allowedUrl, otherUrl } = network;
    const { port } = new URL(allowedUrl);
    const addresses = [
      `${otherUrl}/json`,
      `http://localhost:${port}/json`,
      `http://127.0.0.1.example.com:${port}/`,
      'http://vault.internal:8080/',
      'http://169.254.169.254/latest/meta-data',
      `http://vault.internal@127.0.0.1:${new URL(otherUrl).port}/`,
      `http://user:password@127.0.0.1:${port}/`,
      'file:///etc/passwd',
      'no address',
    ];
    for (const url of addresses) {
      expect([url, await ask('http', { url })]).toEqual([
        url,
        { error: expect.stringMatching(/name no host|no address|Leave the user/), refused: false },
      ]);
    }
    expect(receivedRequests).toEqual([]);
  });
});

describe('the hosts in the settings', () => {
  it.each(['https://vault.internal', 'vault.internal/path', '', 'a b', 'user@vault.internal'])(
    'reject "%s", which is not a host',
    async (host) => {
      const startAttempt = scene.start(`wrong ${Math.random()}`, { allows: { hosts: [host] } });
      await expect(startAttempt).rejects.toThrow('hosts names no host');
    },
  );
});
