import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { siteHeaders } from '#lib/kernel/site-headers.ts';
import { allRoutes } from '#lib/routes.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { refusalProblemsOf } from './refusal-shape.ts';
import { sendRequest } from './raw-http.ts';

const publicHost = 'cloudwarden.example.com';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded({
    PUBLIC_URL: `https://${publicHost}`,
    NOTICE: 'Maintenance on Sunday.',
  });
});

afterAll(async () => {
  expect(product.errors()).not.toContain('"level":"error"');
  await product.close();
});

const policyFor = (host: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    "object-src 'none'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const findAddress = (text: string, pattern: RegExp): string => {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`Nothing like ${pattern.source} is in the file.`);
  return found;
};

/** One file of each kind, found as a browser finds them. */
const filesOf = async () => {
  const page = await sendRequest(product.port, '/app');
  const script = findAddress(page.body, /\/assets\/[\w.-]+\.js/);
  const styles = [...page.body.matchAll(/\/assets\/[\w.-]+\.css/g)].map(([path]) => path);
  const sheets = await Promise.all(styles.map((path) => sendRequest(product.port, path)));
  const all = sheets.map(({ body }) => body).join();
  const font = findAddress(all, /\/assets\/[\w.-]+\.woff2/);
  return { script, style: styles[0] ?? '', font };
};

const javascript = 'text/javascript; charset=utf-8';
const forEver = 'public, max-age=31536000, immutable';

describe('a file of the console', () => {
  it('has its content type, its cache lifetime and every security header', async () => {
    const { script, style, font } = await filesOf();
    const expected: [string, string, string][] = [
      ['/', 'text/html; charset=utf-8', 'no-cache'],
      ['/app', 'text/html; charset=utf-8', 'no-cache'],
      ['/app/', 'text/html; charset=utf-8', 'no-cache'],
      ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
      ['/logo.svg', 'image/svg+xml; charset=utf-8', 'no-cache'],
      [script, javascript, forEver],
      [style, 'text/css; charset=utf-8', forEver],
      [font, 'font/woff2', forEver],
    ];
    for (const [path, type, life] of expected) {
      const answer = await sendRequest(product.port, path);
      expect({ path, ...answer }).toMatchObject({ path, status: 200 });
      expect(answer.headers).toMatchObject({
        ...siteHeaders,
        'content-security-policy': policyFor(`127.0.0.1:${product.port}`),
        'content-type': type,
        'cache-control': life,
        'content-length': String(answer.body.length),
      });
    }
  });

  it('is found under its exact name only', async () => {
    const { script } = await filesOf();
    const variants = [
      `/${script}`,
      script.replace('s/', 's//'),
      `${script}/`,
      script.toUpperCase(),
    ];
    for (const path of variants) {
      const answer = await sendRequest(product.port, path);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
  });
});

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

/** Requests with an Accept-Encoding; returns the content after decoding, and the bytes sent. */
const requestEncoded = async (
  path: string,
  encoding: keyof typeof decoders,
  headers = {},
  options: { method?: string; body?: string } = {},
) => {
  const allHeaders = { ...headers, 'accept-encoding': encoding };
  const answer = await sendRequest(product.port, path, { headers: allHeaders, ...options });
  const bytes = Buffer.from(answer.body, 'latin1');
  const body = decoders[encoding](bytes).toString('latin1');
  return { headers: answer.headers, body, bytes: bytes.byteLength };
};

describe('compression of responses', () => {
  it.each(['br', 'gzip'] as const)('applies to scripts and styles, with %s', async (encoding) => {
    const { script, style } = await filesOf();
    for (const path of [script, style]) {
      const plain = await sendRequest(product.port, path);
      const { headers, body, bytes } = await requestEncoded(path, encoding);
      expect(body).toBe(plain.body);
      expect(bytes).toBeLessThan(plain.body.length / 2);
      expect(headers).toEqual({
        ...plain.headers,
        date: expect.any(String),
        'content-encoding': encoding,
        'content-length': String(bytes),
        vary: 'Accept-Encoding',
      });
      expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
    }
  });

  it('leaves out fonts and small responses', async () => {
    const { font } = await filesOf();
    for (const path of [font, '/config.json', '/healthz']) {
      const { headers } = await sendRequest(product.port, path, {
        headers: { 'accept-encoding': 'br' },
      });
      expect(headers).not.toHaveProperty('content-encoding');
    }
  });

  it('offers no file under the name of its compressed form', async () => {
    const { script } = await filesOf();
    for (const path of [`${script}.br`, `${script}.gz`, '/index.html.br']) {
      const answer = await sendRequest(product.port, path);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
  });

  const listTools = {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  };
  const long = [
    ['a long response of the API', '/api/library', {}],
    ['the OpenAPI document', '/openapi.json', {}],
    ['the list of MCP tools', '/api/mcp', listTools],
  ] as const;
  const both = long.flatMap((one) =>
    (['br', 'gzip'] as const).map((name) => [...one, name] as const),
  );

  it.each(both)('applies to %s, at %s, %j, with %s', async (_what, path, options, encoding) => {
    const headers = { authorization: product.api_key, 'content-type': 'application/json' };
    const plain = await sendRequest(product.port, path, { headers, ...options });
    const answer = await requestEncoded(path, encoding, headers, options);
    expect(JSON.parse(answer.body)).toEqual(JSON.parse(plain.body));
    expect(answer.bytes).toBeLessThan(plain.body.length / 2);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.bytes),
      vary: 'Accept-Encoding',
    });
  });

  it('leaves out short responses of the API', async () => {
    const headers = { authorization: product.api_key, 'accept-encoding': 'br' };
    const answer = await sendRequest(product.port, '/api/library/unknown', { headers });
    expect(answer.status).toBe(404);
    expect(refusalProblemsOf(answer)).toEqual([]);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding' });
  });
});

describe('a file outside of the console', () => {
  const climbs = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..\\',
    '..%5c',
    '.%2e/',
    '....//',
    '..;/',
    '%c0%ae%c0%ae%c0%af',
    '%uff0e%uff0e/',
    './',
    '/',
  ];
  const files = ['package.json', 'etc/passwd', 'web.built', 'dist/web/index.html', 'lib/tables.ts'];

  it.each(climbs)('cannot be read by climbing with %s', async (climb) => {
    for (const file of files) {
      for (const start of ['/', '/assets/', '/app/', '/api/', '/identity/']) {
        for (const times of [1, 2, 3, 12]) {
          const target = `${start}${climb.repeat(times)}${file}`;
          const answer = await sendRequest(product.port, target);
          expect({ target, status: answer.status }).not.toMatchObject({ status: 200 });
          expect({ target, problems: refusalProblemsOf(answer) }).toEqual({ target, problems: [] });
        }
      }
    }
  });

  it.each([
    '/assets',
    '/assets/',
    '/.vite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/index.html%00',
    '/index.html%00.png',
    '/index.html/',
    '/index.html::$DATA',
    '/file:///etc/passwd',
    '/proc/self/environ',
    '/C:/Windows/win.ini',
    '/~root',
  ])('cannot be read, nor a folder or build manifest: %s', async (target) => {
    const answer = await sendRequest(product.port, target);
    expect(answer.status).toBe(404);
    expect(refusalProblemsOf(answer)).toEqual([]);
  });
});

const configFor = async (host?: string) => {
  const answer = await sendRequest(product.port, '/config.json', {
    ...(host && { headers: { host } }),
  });
  return { ...answer, config: JSON.parse(answer.body) };
};

describe('the configuration of the console', () => {
  it('names the addresses of this server under the requested host', async () => {
    const host = `127.0.0.1:${product.port}`;
    const { config, headers } = await configFor(host);
    expect(config).toEqual({
      edition: 'embedded',
      secondFactor: 'optional',
      signUp: 'off',
      userPoolId: 'local_Cloudwarden',
      userPoolClientId: 'cloudwarden-console',
      userPoolEndpoint: `http://${host}/identity`,
      apiUrl: '/api',
      socketUrl: `ws://${host}/ws`,
      webhookUrl: `https://${publicHost}`,
      notice: 'Maintenance on Sunday.',
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it.each(['localhost:4000', '[::1]:4000', 'cloudwarden_app:4000', '10.1.2.3'])(
    'works under every host name of the server: %s',
    async (host) => {
      expect((await configFor(host)).config).toMatchObject({ socketUrl: `ws://${host}/ws` });
      const { headers } = await sendRequest(product.port, '/app', { headers: { host } });
      expect(headers['content-security-policy']).toBe(policyFor(host));
    },
  );

  it('uses TLS addresses under the public name', async () => {
    expect((await configFor(publicHost)).config).toMatchObject({
      userPoolEndpoint: `https://${publicHost}/identity`,
      socketUrl: `wss://${publicHost}/ws`,
    });
    const { headers } = await sendRequest(product.port, '/app', { headers: { host: publicHost } });
    expect(headers['content-security-policy']).toBe(policyFor(publicHost));
  });

  it('requires TLS of browsers under the public name, and under no other', async () => {
    const targets = ['/app', '/config.json', '/api/users/me', '/integrations/x/webhook/y', '/nope'];
    for (const target of targets) {
      const secure = await sendRequest(product.port, target, { headers: { host: publicHost } });
      expect({ target, ...secure.headers }).toMatchObject({
        target,
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
      });
      const { headers } = await sendRequest(product.port, target);
      expect(Object.keys(headers)).not.toContain('strict-transport-security');
    }
  });

  it.each([
    '',
    ' ',
    'a b',
    'a,b',
    'a;b',
    "a;script-src 'unsafe-inline'",
    '"',
    "'",
    '<script>',
    'a/b',
    'a?b',
    'a#b',
    'user@host',
    'user:password@host',
    'a:b:c',
    '::1',
    '[::1',
    'a:99999',
    '%61',
    'x'.repeat(256),
  ])('is refused with 400 for an invalid host: %j', async (host) => {
    for (const target of ['/config.json', '/app', '/healthz']) {
      const answer = await sendRequest(product.port, target, { headers: { host } });
      expect({ target, status: answer.status }).toEqual({ target, status: 400 });
      expect(refusalProblemsOf(answer)).toEqual([]);
    }
  });
});

describe('openapi.json', () => {
  it('lists exactly the routes that are served', async () => {
    const answer = await sendRequest(product.port, '/openapi.json');
    const { openapi, paths } = JSON.parse(answer.body);
    const listed = Object.entries<object>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = Object.values(allRoutes)
      .flatMap((routes) => Object.values(routes))
      .map(({ method, path }) => `${method} /${path}`);
    expect(openapi).toMatch(/^3\./);
    expect(listed.toSorted()).toEqual(served.toSorted());
  });
});
