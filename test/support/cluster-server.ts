import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

type ReceivedCall = { method: string; url: string; body: string; type?: string };

const token = 'the token of the service account';

/** A self-signed certificate for 127.0.0.1. */
const certificate = (folder: string) => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'ca.crt')];
  const subject = ['-subj', '/CN=cluster', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...kind, '-keyout', key, '-out', cert, '-days', '2', ...subject],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * The API of a cluster as an agent sees it: TLS with a private authority, a service account's
 * token, paged lists whose pages can expire, and occasional throttling.
 */
export const openClusterServer = async (folder: string) => {
  const account = join(folder, 'account');
  mkdirSync(account, { recursive: true });
  const tls = certificate(account);
  writeFileSync(join(account, 'token'), token);
  writeFileSync(join(account, 'namespace'), 'cloudwarden-agent');
  const calls: ReceivedCall[] = [];
  /** Answers that take precedence over the cluster's own, each with the path it applies to. */
  const next: { path: string; status: number; headers?: Record<string, string> }[] = [];
  /** Calls with this method and path fragment wait for the promise, except the first `after`. */
  const held = { method: '', path: '', until: Promise.resolve(), after: 0 };
  const pods = Array.from({ length: 1200 }, (_, at) => ({ metadata: { name: `pod-${at}` } }));
  /** The listed objects, by the last part of the list's path. */
  const lists: Record<string, object[]> = { pods };
  /** Single objects, by path. */
  const answers = new Map<string, object>();
  /** The token that is currently valid. */
  const current = { token };
  /** The Secret in which the agent stores its key, by the names of its data. */
  const secret: Record<string, string> = {};

  const listed = (url: URL, items: object[]) => {
    const start = Number(url.searchParams.get('continue') ?? 0);
    const end = start + Number(url.searchParams.get('limit') ?? 500);
    const pageInfo = end < items.length ? { continue: String(end) } : {};
    return { kind: 'List', metadata: pageInfo, items: items.slice(start, end) };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request;
    const body = await bodyOf(request);
    const url = new URL(path, 'https://cluster');
    const send = (status: number, value: object, extraHeaders: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...extraHeaders });
      response.end(JSON.stringify(value));
    };
    if (headers.authorization !== `Bearer ${current.token}`) {
      send(401, { kind: 'Status', message: 'Unauthorized' });
      return;
    }
    const type = headers['content-type'];
    calls.push({ method, url: path, body, ...(type && { type }) });
    if (method === held.method && path.includes(held.path)) {
      if (held.after > 0) held.after -= 1;
      else await held.until;
    }
    const at = next.findIndex((one) => path.includes(one.path));
    const items = lists[url.pathname.split('/').at(-1) ?? ''];
    const [special] = at < 0 ? [] : next.splice(at, 1);
    if (special) send(special.status, { kind: 'Status', message: 'Not now.' }, special.headers);
    else if (url.pathname === '/version') send(200, { gitVersion: 'v1.34.1' });
    else if (url.pathname.includes('/secrets/')) {
      if (method === 'PATCH') Object.assign(secret, JSON.parse(body).data);
      send(200, { kind: 'Secret', data: secret });
    } else if (items && method === 'GET') send(200, listed(url, items));
    else if (answers.has(path)) send(200, answers.get(path) ?? {});
    else send(200, { kind: 'Object', path: url.pathname, method });
  };

  const server = createServer(tls, (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    account,
    calls,
    next,
    held,
    lists,
    answers,
    secret,
    /** The cluster issues a new token for the account; the old one becomes invalid. */
    rotateToken: (name: string) => {
      current.token = name;
      writeFileSync(join(account, 'token'), name);
    },
    env: {
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: String(port),
      CLOUDWARDEN_ACCOUNT_FOLDER: account,
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
