import { type FileHandle, open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PlanLinks } from '#lib/kernel/plan-links.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { contentSecurityPolicy, contentTypes, siteHeaders } from '#lib/kernel/site-headers.ts';
import { chosenEncoding, type Encoding, encodings, isCompressible } from './encoding.ts';
import { type Mount, mustRead, sendJson } from './respond.ts';

const noSuchFile = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

const openFile = (path: string): Promise<FileHandle> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    throw noSuchFile.has(error.code ?? '') ? notFound('page') : error;
  });

type Opened = { file: FileHandle; encoding?: Encoding };

/** The copy that the build compressed, where there is one (small files have none). */
const openBest = async (path: string, encoding: Encoding | undefined): Promise<Opened> => {
  const copy = encoding && (await open(path + encodings[encoding].suffix).catch(() => undefined));
  return encoding && copy ? { file: copy, encoding } : { file: await openFile(path) };
};

const suffixes = Object.values(encodings).map(({ suffix }) => suffix);

/**
 * The file of a path. Percent-encoding stays as it is, so that no name can climb; a name that
 * begins with a dot is the build's own, and compressed copies are reached by the name of the file.
 */
const fileOf = (folder: string, path: string): string => {
  if (path === '/' || /^\/app\/?$/.test(path)) return join(folder, 'index.html');
  if (/\/[./]/.test(path) || suffixes.includes(extname(path))) throw notFound('page');
  return join(folder, path);
};

/**
 * The built console; its one page answers at `/` and `/app`, files with a hash are kept for ever.
 */
export const siteMount = (folder: string): Mount => ({
  claims: () => true,
  serve: async (request, response, url) => {
    const path = fileOf(folder, url.pathname);
    const type = contentTypes[extname(path)] ?? 'application/octet-stream';
    const canShrink = isCompressible(type);
    const wanted = canShrink ? chosenEncoding(request.headers) : undefined;
    const { file, encoding } = await openBest(path, wanted);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw notFound('page');
      mustRead(request);
      // Whether a proxy in front speaks TLS does not show here: the page may do either.
      const sockets = [`ws://${url.host}`, `wss://${url.host}`];
      response.writeHead(200, {
        ...siteHeaders,
        'content-security-policy': contentSecurityPolicy(sockets),
        'content-type': type,
        'content-length': stat.size,
        ...(encoding && { 'content-encoding': encoding }),
        ...(canShrink && { vary: 'Accept-Encoding' }),
        'cache-control': url.pathname.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      });
      if (request.method === 'HEAD') response.end();
      else await pipeline(file.createReadStream(), response);
    } finally {
      await file.close();
    }
  },
});

export type SiteConfig = PlanLinks & {
  /** In `saas` people may sign up by themselves. */
  edition: 'embedded' | 'saas';
  secondFactor: 'optional' | 'required';
  userPoolId: string;
  userPoolClientId: string;
  /** Base address of the webhook API: this server's, as people and senders outside reach it. */
  webhookUrl: string;
  /** The operator's warning above every page. */
  notice?: string;
  /** Where the operator's Highcharts lies. */
  highchartsFile?: string;
};

/** What the console reads before its first render, so that one build serves every edition. */
export const configMount = (config: SiteConfig): Mount => {
  const outside = new URL(config.webhookUrl);

  /** The server under the name that was asked for; TLS where a proxy speaks it under that name. */
  const originFor = ({ host }: URL): string => {
    const secure = outside.protocol === 'https:' && outside.host === host;
    return `${secure ? 'https' : 'http'}://${host}`;
  };

  return {
    claims: (path) => path === '/config.json',
    serve: async (request, response, url) => {
      mustRead(request);
      const origin = originFor(url);
      sendJson(response, 200, {
        ...config,
        signUp: config.edition === 'saas' ? 'on' : 'off',
        apiUrl: '/api',
        userPoolEndpoint: `${origin}/identity`,
        socketUrl: `${origin.replace('http', 'ws')}/ws`,
      });
    },
  };
};
