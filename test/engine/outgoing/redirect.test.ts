import { outgoing, type OutgoingRequest } from '#lib/engine/outgoing/request.ts';
import {
  closePeers,
  openHttpPeer,
  outgoingErrorOf,
  type Peer,
  type Reply,
  sendRequest,
} from './peer.ts';

type Recorder = Awaited<ReturnType<typeof openHttpPeer>>;

let target: Recorder;
let location: string;
let status: number;
let redirector: Recorder;

beforeEach(async () => {
  target = await openHttpPeer(() => ({ status: 200, body: 'arrived' }));
  [location, status] = [`${target.url}/new`, 302];
  redirector = await openHttpPeer(({ path }): Reply => {
    return path === '/start' ? { status, headers: { location } } : { status: 200, body: 'here' };
  });
});

afterEach(closePeers);

const send = (request: Partial<OutgoingRequest> = {}, extraPeers: Peer[] = []) => {
  const allow = [redirector, target, ...extraPeers].map(({ pair }) => pair);
  return sendRequest(outgoing({ allow }), { url: `${redirector.url}/start`, ...request });
};

describe('following a redirect', () => {
  it.each([
    [301, 'GET', 'GET'],
    [301, 'HEAD', 'HEAD'],
    [301, 'POST', 'GET'],
    [301, 'PUT', 'PUT'],
    [302, 'POST', 'GET'],
    [302, 'DELETE', 'DELETE'],
    [303, 'GET', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'DELETE', 'GET'],
    [307, 'POST', 'POST'],
    [307, 'PATCH', 'PATCH'],
    [308, 'POST', 'POST'],
    [308, 'GET', 'GET'],
  ])('handles the status %i: %s becomes %s', async (code, method, then) => {
    status = code;
    const body = method === 'GET' || method === 'HEAD' ? undefined : '{"a":1}';
    const headers = { 'Content-Type': 'application/json' };
    await send({ method, headers, ...(body && { body }) });
    const keepsBody = body !== undefined && then === method;
    const [arrived] = target.seen;
    expect(arrived).toMatchObject({ method: then, path: '/new', body: keepsBody ? body : '' });
    const isBodyDropped = then !== method;
    expect(arrived?.headers['content-type']).toBe(isBodyDropped ? undefined : 'application/json');
  });

  it.each([
    ['/other?page=2', '/other?page=2'],
    ['other', '/other'],
    ['?page=2', '/start?page=2'],
    ['/caf\u00e9'.normalize(), '/caf%C3%A9'],
  ])('resolves the relative address %s', async (relative, path) => {
    location = Buffer.from(relative).toString('latin1');
    const answer = await send();
    if (!path.startsWith('/start')) expect(answer.body).toBe('here');
    expect(redirector.seen[1]?.path).toBe(path);
    expect(answer.url).toBe(`${redirector.url}${path.split('?')[0]}`);
  });

  it.each([300, 304, 305, 306])('does not happen for status %i', async (code) => {
    status = code;
    expect((await send()).status).toBe(code);
    expect(target.connections).toBe(0);
  });

  it('does not happen without a location', async () => {
    const bareRedirect = await openHttpPeer(() => ({ status: 302, body: 'nowhere' }));
    expect(await send({ url: bareRedirect.url }, [bareRedirect])).toMatchObject({
      status: 302,
      body: 'nowhere',
    });
  });

  it.each([
    ['file:///etc/passwd', 'redirect'],
    ['ftp://example.test/', 'redirect'],
    ['http://user:hidden@example.test/', 'redirect'],
    ['http://', 'redirect'],
    ['http://127.0.0.1:1/', 'address'],
    ['http://0x7f000001:1/', 'address'],
    ['//169.254.169.254/latest/meta-data/', 'address'],
    ['http://[::ffff:169.254.169.254]/', 'address'],
    ['http://[fd00:ec2::254]/', 'address'],
  ])('refuses the address %s', async (to, kind) => {
    location = to;
    const error = await outgoingErrorOf(send());
    expect(error.kind).toBe(kind);
    expect(error.message).not.toMatch(/hidden|passwd|meta-data/);
  });
});

const openRedirectChain = (length: number) =>
  openHttpPeer(({ path }): Reply => {
    const step = Number.parseInt(path.slice(1), 10);
    const headers = { location: `/${step + 1}` };
    return step < length ? { status: 302, headers } : { status: 200, body: `${step}` };
  });

describe('a chain of redirects', () => {
  it('is followed up to five redirects', async () => {
    const five = await openRedirectChain(5);
    expect((await send({ url: `${five.url}/0` }, [five])).body).toBe('5');
  });

  it('is refused at the sixth redirect', async () => {
    const six = await openRedirectChain(6);
    const error = await outgoingErrorOf(send({ url: `${six.url}/0?token=hidden` }, [six]));
    expect(error.kind).toBe('redirect');
    expect(error.message).toBe(
      `${six.pair} redirected more than 5 times. Call the final address directly.`,
    );
    expect(six.seen).toHaveLength(6);
  });

  it('is refused when it is circular', async () => {
    location = `${redirector.url}/start`;
    expect((await outgoingErrorOf(send())).kind).toBe('redirect');
  });
});

const canary = 'canary-7f3a';
const secret = {
  Authorization: `Bearer ${canary}`,
  Cookie: `session=${canary}`,
  'Proxy-Authorization': `Basic ${canary}`,
  'X-API-Key': canary,
  'PRIVATE-TOKEN': canary,
  'x-amz-security-token': canary,
  Referer: `https://a.test/?${canary}`,
};
const harmless = {
  Accept: 'application/json',
  'User-Agent': 'bot',
  'Idempotency-Key': 'run:node:0',
};
const headers = { ...secret, ...harmless };
const hasLeaked = ({ seen }: Recorder) => JSON.stringify(seen).includes(canary);

describe('credentials', () => {
  it.each([301, 302, 303, 307, 308])('are not sent to another origin on a %i', async (code) => {
    status = code;
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      await send({ method, url: `${redirector.url}/start`, headers });
    }
    expect(target.seen).toHaveLength(4);
    expect(hasLeaked(target)).toBe(false);
    expect(target.seen[0]?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': 'bot',
      'idempotency-key': 'run:node:0',
    });
  });

  it('are sent again within the same origin', async () => {
    location = '/inside';
    await send({ headers });
    expect(redirector.seen[1]?.headers).toMatchObject({
      authorization: `Bearer ${canary}`,
      'private-token': canary,
    });
  });

  it('are not sent back after a redirect through another origin', async () => {
    const detour = await openHttpPeer(() => ({
      status: 302,
      headers: { location: `${redirector.url}/b` },
    }));
    location = detour.url;
    await send({ headers }, [detour]);
    expect(redirector.seen[1]?.path).toBe('/b');
    expect(JSON.stringify(redirector.seen[1])).not.toContain(canary);
    expect(hasLeaked(detour)).toBe(false);
  });

  it('are not forwarded in a header that the caller marks as secret', async () => {
    const request = { headers: { 'User-Agent': canary }, secretHeaders: ['user-agent'] };
    await send(request);
    expect(target.seen).toHaveLength(1);
    expect(hasLeaked(target)).toBe(false);
  });

  it('are not forwarded from the query', async () => {
    const redirectPeer = await openHttpPeer(() => ({ status: 302, headers: { location } }));
    await send({ url: `${redirectPeer.url}/?key=${canary}`, headers: {} }, [redirectPeer]);
    expect(target.seen).toHaveLength(1);
    expect(hasLeaked(target)).toBe(false);
  });

  it('stop a redirect that would forward them in the body', async () => {
    status = 307;
    const error = await outgoingErrorOf(send({ method: 'POST', body: canary, secretBody: true }));
    expect(error.kind).toBe('redirect');
    expect(error.message).toBe(
      `${redirector.pair} redirects this request to ${target.pair}, but its body holds a credential. ` +
        'Call the final address directly.',
    );
    expect(target.connections).toBe(0);
  });

  it('are not forwarded when the redirect drops the body', async () => {
    status = 303;
    const answer = await send({ method: 'POST', body: canary, secretBody: true });
    expect(answer.body).toBe('arrived');
    expect(hasLeaked(target)).toBe(false);
  });
});
