import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Edition } from '#lib/stack/edition.ts';
import { PlatformStack } from '#lib/stack/platform-stack.ts';

const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));

/**
 * The platform before synthesis; by default of the edition that has all parts. Functions have a
 * placeholder for their bundles, so nothing is built.
 */
export const makePlatform = (edition: Edition = 'saas', stackName = 'cloudwarden') => {
  const outdir = mkdtempSync(join(tmpdir(), 'platform-'));
  const app = new App({ context, outdir });
  const codeOf = () => Code.fromInline('exports.handler = async () => {};');
  const stack = new PlatformStack(app, 'Cloudwarden', {
    stackName,
    edition,
    codeOf,
    release: 'a release',
  });
  return { app, stack, outdir };
};
