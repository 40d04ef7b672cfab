import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { licensedFolder } from '#lib/kernel/chart-file.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { contentTypes, inertPolicy, siteHeaders } from '#lib/kernel/site-headers.ts';
import { assertReadRequest, type Mount } from './respond.ts';

/** The path at which the console loads the operator's Highcharts. */
export const highchartsFile = `${licensedFolder}highcharts.js`;

/** The operator's own copy of Highcharts from this machine; without one the path returns 404. */
export const licensedMount = (file: string | undefined): Mount => ({
  claims: (path) => path.startsWith(licensedFolder),
  serve: async (request, response, url) => {
    assertReadRequest(request);
    if (file === undefined || url.pathname !== highchartsFile) throw notFound('page');
    const fileHandle = await open(file);
    try {
      response.writeHead(200, {
        ...siteHeaders,
        'content-security-policy': inertPolicy,
        'content-type': contentTypes['.js'] ?? '',
        'content-length': (await fileHandle.stat()).size,
        'cache-control': 'no-cache',
      });
      if (request.method === 'HEAD') response.end();
      else await pipeline(fileHandle.createReadStream(), response);
    } finally {
      await fileHandle.close();
    }
  },
});
