import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { notFound } from '#lib/kernel/refusal.ts';
import { contentSecurityPolicy, siteHeaders } from '#lib/kernel/site-headers.ts';
import { type Mount, sendJson } from './respond.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
};

const hostOf = (request: IncomingMessage): string => {
  const host = request.headers.host ?? '';
  if (!/^[A-Za-z0-9.:[\]-]{1,255}$/.test(host)) throw notFound('address');
  return host;
};

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The built console; its one page answers at `/` and `/app`, files with a hash are kept for ever. */
export const siteMount = (folder: string): Mount => ({
  claims: (_path, method) => method === 'GET' || method === 'HEAD',
  serve: async (request, response, url) => {
    const page = url.pathname === '/' || /^\/app\/?$/.test(url.pathname);
    const path = join(folder, normalize(page ? '/index.html' : url.pathname));
    if (!path.startsWith(folder) || !(await isFile(path))) throw notFound('page');
    const socket = `ws://${hostOf(request)}`;
    response.writeHead(200, {
      ...siteHeaders,
      'content-security-policy': contentSecurityPolicy([socket]),
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'cache-control': path.includes('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(path).pipe(response);
  },
});

export type SiteConfig = {
  userPoolId: string;
  userPoolClientId: string;
  /** Base address of the webhook API. */
  webhookUrl: string;
};

/** What the console reads before its first render, so that one build serves every edition. */
export const configMount = (config: SiteConfig): Mount => ({
  claims: (path) => path === '/config.json',
  serve: async (request, response) => {
    const host = hostOf(request);
    sendJson(response, 200, {
      ...config,
      edition: 'embedded',
      apiUrl: '/api',
      userPoolEndpoint: `http://${host}/identity`,
      socketUrl: `ws://${host}/ws`,
    });
  },
});
