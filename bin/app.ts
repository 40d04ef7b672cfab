// The CDK app. `npm run synth` runs it; `-c edition=saas|workspace` chooses the edition and
// `-c name=...` names the stack.
import { join } from 'node:path';
import { App, DefaultStackSynthesizer, FileSystem } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { acceptFindings, addChecks } from '#lib/stack/checks.ts';
import { namePattern } from '#lib/stack/parameters.ts';
import { PlatformStack } from '#lib/stack/platform-stack.ts';

const bundles = join(import.meta.dirname, '..', 'dist', 'lambdas');

const app = new App();
const context = z.object({
  edition: z
    .enum(['saas', 'workspace'], 'This edition does not exist. Use -c edition=saas or workspace.')
    .default('workspace'),
  name: z
    .string()
    .regex(namePattern, 'Use 2 to 20 lower case letters, digits and hyphens, first a letter.')
    .default('cloudwarden'),
});
const readContext = (key: string): unknown => app.node.tryGetContext(key);
const { data, error } = context.safeParse({
  edition: readContext('edition'),
  name: readContext('name'),
});
if (!data) {
  console.error(error.issues[0]?.message);
  process.exit(1);
}
const { edition, name } = data;

const stack = new PlatformStack(app, 'Cloudwarden', {
  stackName: name,
  edition,
  release: FileSystem.fingerprint(join(bundles, 'custom', 'site-publisher')),
  codeOf: (entry) => Code.fromAsset(join(bundles, entry)),
  synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }),
});
addChecks(app);
acceptFindings(stack, edition);
