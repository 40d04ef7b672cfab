// The CDK app. `npm run synth` runs it; `-c edition=saas|workspace` chooses the edition.
import { join } from 'node:path';
import { App, DefaultStackSynthesizer, FileSystem } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { acceptFindings, addChecks } from '#lib/stack/checks.ts';
import { PlatformStack } from '#lib/stack/platform-stack.ts';

const bundles = join(import.meta.dirname, '..', 'dist', 'lambdas');

const app = new App();
const { data: edition } = z
  .enum(['saas', 'workspace'])
  .default('workspace')
  .safeParse(app.node.tryGetContext('edition'));
if (!edition) {
  console.error('There is no such edition. Say -c edition=saas or -c edition=workspace.');
  process.exit(1);
}

const stack = new PlatformStack(app, 'Cloudwarden', {
  edition,
  release: FileSystem.fingerprint(join(bundles, 'custom', 'site-publisher')),
  codeOf: (name) => Code.fromAsset(join(bundles, name)),
  synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }),
});
addChecks(app);
acceptFindings(stack, edition);
