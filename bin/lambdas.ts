// Bundles every Lambda, and copies the console beside the function that publishes it.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod';
import { launchTemplate } from '#lib/domain/integrations/aws/role-template.rules.ts';
import { roleTemplateFile } from '#lib/kernel/published-files.ts';
import { openApiDocument } from '#lib/openapi.ts';
import { encodings } from '#lib/local/http/encoding.ts';
import { bundleFunctions } from '#lib/stack/bundles.ts';
import { buildConsole, isStale } from './console-build.ts';
import { writeEmptyPostgres } from './empty-postgres.ts';

const root = join(import.meta.dirname, '..');
const outdir = join(root, 'dist', 'lambdas');
const site = join(outdir, 'custom', 'site-publisher', 'site');

const version = (): string => {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
};

rmSync(outdir, { recursive: true, force: true });
if (isStale(root)) await buildConsole(root);
await writeEmptyPostgres(root);
await bundleFunctions(root, outdir);
// Without compressed copies: CloudFront compresses by itself.
const suffixes = Object.values(encodings).map(({ suffix }) => suffix);
const filter = (path: string) => !suffixes.includes(extname(path));
cpSync(join(root, 'dist', 'web'), site, { recursive: true, filter });
writeFileSync(join(site, 'openapi.json'), JSON.stringify(openApiDocument(version())));
writeFileSync(join(site, roleTemplateFile), JSON.stringify(launchTemplate(), undefined, 2));
