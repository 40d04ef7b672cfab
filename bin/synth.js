// `npm run synth`: installs what is missing, bundles the Lambdas, and synthesises the stack without
// network access or credentials. Runs on any Node >= 20; arguments are passed to `cdk synth`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, pinnedNode, root } from './install.js';

const environment = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  AWS_EC2_METADATA_DISABLED: 'true',
  CDK_DISABLE_CLI_TELEMETRY: 'true',
};

const run = (script, args = []) => {
  const options = { cwd: root, stdio: 'inherit', env: environment };
  const { status } = spawnSync(pinnedNode, [join(root, script), ...args], options);
  if (status !== 0) process.exit(status ?? 1);
};

install();
run('bin/lambdas.ts');
const offline = ['--no-notices', '--no-version-reporting', '--no-lookups'];
run('node_modules/aws-cdk/bin/cdk', ['synth', '--quiet', ...offline, ...process.argv.slice(2)]);
console.error('The template is in cdk.out/Cloudwarden.template.json.');
