import { type FileHandle, open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PlanLinks } from '#lib/kernel/plan-links.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { contentSecurityPolicy, contentTypes, siteHeaders } from '#lib/kernel/site-headers.ts';
import { chosenEncoding, type Encoding, encodings, isCompressible } from './encoding.ts';
import { assertReadRequest, type Mount, sendJson } from './respond.ts';

const missingFileCodes = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

const openFile = (path: string): Promise<FileHandle> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    throw missingFileCodes.has(error.code ?? '') ? notFound('page') : error;
  });

type OpenedFile = { file: FileHandle; encoding?: Encoding };

/** The compressed copy from the build if there is one (small files have none), else the file. */
const openPreferred = async (path: string, encoding: Encoding | undefined): Promise<OpenedFile> => {
  const copy = encoding && (await open(path + encodings[encoding].suffix).catch(() => undefined));
  return encoding && copy ? { file: copy, encoding } : { file: await openFile(path) };
};

const suffixes = Object.values(encodings).map(({ suffix }) => suffix);

/**
 * The file of a path. Percent-encoding is not decoded, so that no name can leave the folder. Names
 * that begin with a dot are internal to the build, and compressed copies are served only under the
 * name of the original file. Throws 404.
 */
const fileOf = (folder: string, path: string): string => {
  if (path === '/' || /^\/app\/?$/.test(path)) return join(folder, 'index.html');
  if (/\/[./]/.test(path) || suffixes.includes(extname(path))) throw notFound('page');
  return join(folder, path);
};

/**
 * Serves the built console: its single page at `/` and `/app`, and hashed files, cached for ever.
 */
export const siteMount = (folder: string): Mount => ({
  claims: () => true,
  serve: async (request, response, url) => {
    const path = fileOf(folder, url.pathname);
    const type = contentTypes[extname(path)] ?? 'application/octet-stream';
    const canShrink = isCompressible(type);
    const preferred = canShrink ? chosenEncoding(request.headers) : undefined;
    const { file, encoding } = await openPreferred(path, preferred);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw notFound('page');
      assertReadRequest(request);
      // Whether a proxy in front uses TLS is not visible here, so both schemes are allowed.
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
  /** In `saas` users can sign up by themselves. */
  edition: 'embedded' | 'saas';
  secondFactor: 'optional' | 'required';
  userPoolId: string;
  userPoolClientId: string;
  /** Base address of the webhook API: this server as users and senders reach it from outside. */
  webhookUrl: string;
  /** The operator's warning, shown above every page. */
  notice?: string;
  /** The path of the operator's Highcharts. */
  highchartsFile?: string;
};

/** What the console reads before its first render, so that one build serves every edition. */
export const configMount = (config: SiteConfig): Mount => {
  const outside = new URL(config.webhookUrl);

  /** The origin under the requested host; https if a proxy terminates TLS for that host. */
  const originFor = ({ host }: URL): string => {
    const secure = outside.protocol === 'https:' && outside.host === host;
    return `${secure ? 'https' : 'http'}://${host}`;
  };

  return {
    claims: (path) => path === '/config.json',
    serve: async (request, response, url) => {
      assertReadRequest(request);
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
