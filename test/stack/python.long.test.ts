import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionSpec } from '#lib/stack/function-spec.ts';
import { functions } from '#lib/stack/functions.ts';
import { makeBindings } from '../support/account.ts';
import { bundledFunctions } from '../support/bundles.ts';
import { listOf, type PolicyDocument, type Statement } from '../support/iam.ts';
import { resolveValue } from '../support/intrinsics.ts';
import { synthesise } from '../support/template.ts';

const { template, ofType } = synthesise();
const bind = makeBindings(template);

const [[functionId, runner] = []] = ofType('AWS::Lambda::Function').filter(
  ([, { Properties }]) => Properties.Description === 'Cloudwarden python',
);
const properties = runner?.Properties ?? {};

const policies = ofType('AWS::IAM::Policy').map(([id, { Properties }]) => {
  const document = resolveValue(Properties.PolicyDocument, bind) as PolicyDocument;
  return { id, statements: document.Statement };
});

const actionsOf = ({ statements }: { statements: Statement[] }): string[] =>
  statements.flatMap(({ Action }) => listOf(Action));

describe("the function that runs people's Python", () => {
  it('runs apart for each tenant, within the limits of the product', () => {
    expect(properties).toMatchObject({
      Runtime: 'python3.14',
      Handler: 'handler.handler',
      MemorySize: 512,
      Timeout: 20,
      TenancyConfig: { TenantIsolationMode: 'PER_TENANT' },
    });
  });

  it('may write its own log, and nothing else', () => {
    const own = policies.filter(({ id }) => id.startsWith('PythonRole'));
    expect(own.flatMap(actionsOf).sort()).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
    const [log] = own.flatMap(({ statements }) => statements.map(({ Resource }) => Resource));
    expect(JSON.stringify(log)).toMatch(/:log-group:functionlogspython/);
  });

  it('has no way into a network of ours, no data and no secret', () => {
    expect(properties.VpcConfig).toBeUndefined();
    expect(properties.Environment).toBeUndefined();
    expect(properties.FileSystemConfigs).toBeUndefined();
    expect(properties.TracingConfig).toBeUndefined();
  });

  it('is called by the engine and by tests of actions alone', () => {
    const callers = policies.filter(({ statements }) =>
      statements.some(
        ({ Action, Resource }) =>
          listOf(Action).includes('lambda:InvokeFunction') &&
          listOf(Resource).some((arn) => arn.includes(bind(functionId ?? ''))),
      ),
    );
    expect(callers.map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'ApiActionsRoleDefaultPolicy',
      'EngineAdvanceRoleDefaultPolicy',
    ]);
    const permitted = ofType('AWS::Lambda::Permission').map(([, one]) => one.Properties);
    expect(JSON.stringify(permitted)).not.toContain(functionId);
    const specs: [string, FunctionSpec][] = Object.entries(functions);
    const needing = specs.filter(([, { needs = [] }]) => needs.includes('run python'));
    expect(needing.map(([name]) => name)).toEqual(['api/actions', 'engine/advance']);
  });

  it('is deployed as its two files', async () => {
    const { folder, remove } = await bundledFunctions();
    try {
      expect(readdirSync(join(folder, 'python')).sort()).toEqual(['handler.py', 'run_code.py']);
      expect(existsSync(join(folder, 'engine', 'advance', 'index.mjs'))).toBe(true);
    } finally {
      remove();
    }
  });
});
