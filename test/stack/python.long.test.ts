import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '#lib/kernel/limits.ts';
import type { FunctionSpec } from '#lib/stack/function-spec.ts';
import { functions } from '#lib/stack/functions.ts';
import { makeBindings } from '../support/account.ts';
import { bundledFunctions } from '../support/bundles.ts';
import { listOf, type PolicyDocument } from '../support/iam.ts';
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

describe("the function that runs people's Python", () => {
  it('is isolated for each tenant, within the limits of the product', () => {
    expect(properties).toMatchObject({
      Runtime: 'python3.14',
      Handler: 'handler.handler',
      MemorySize: 768,
      Timeout: 20,
      TenancyConfig: { TenantIsolationMode: 'PER_TENANT' },
    });
  });

  it('gives the code the documented memory, and keeps some for itself', () => {
    const handler = readFileSync('lambdas/python/handler.py', 'utf8');
    const [, megabytes] = /^MOST_MEMORY = (\d+) \* 2\*\*20$/m.exec(handler) ?? [];
    expect(Number(megabytes) * 2 ** 20).toBe(limits.pythonMemory);
    expect(Number(properties.MemorySize)).toBeGreaterThan(Number(megabytes) + 128);
  });

  const roleStatements = policies.find(({ id }) => id.startsWith('PythonRole'))?.statements ?? [];
  const ofService = (prefix: string) =>
    roleStatements.filter((one) => listOf(one.Action).some((action) => action.startsWith(prefix)));

  it('may write only its own log', () => {
    const [log, ...extras] = ofService('logs:');
    expect(extras).toEqual([]);
    expect(log).toMatchObject({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] });
    expect(JSON.stringify(log?.Resource)).toMatch(/:log-group:functionlogspython/);
    expect([...ofService('logs:'), ...ofService('ec2:')]).toHaveLength(roleStatements.length);
  });

  it('may not call EC2, which only Lambda uses to attach its network', () => {
    const allowed = ofService('ec2:').filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.flatMap((one) => listOf(one.Action)).sort()).toEqual([
      'ec2:AssignPrivateIpAddresses',
      'ec2:CreateNetworkInterface',
      'ec2:DeleteNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:UnassignPrivateIpAddresses',
    ]);
    expect(ofService('ec2:').filter(({ Effect }) => Effect === 'Deny')).toEqual([
      {
        Effect: 'Deny',
        Action: 'ec2:*',
        Resource: '*',
        Condition: {
          ArnLike: {
            'lambda:SourceFunctionArn': 'arn:aws:lambda:us-east-1:111122223333:function:*',
          },
        },
      },
    ]);
  });

  describe('the network of the function', () => {
    const all = Object.entries(template.Resources).filter(([, { Type }]) =>
      Type.startsWith('AWS::EC2::'),
    );
    const of = (type: string) => all.filter(([, { Type }]) => Type === `AWS::EC2::${type}`);

    it('has two subnets in two zones, and no route out', () => {
      const subnets = of('Subnet').map(([, one]) => one.Properties);
      expect(new Set(subnets.map((one) => JSON.stringify(one.AvailabilityZone))).size).toBe(2);
      for (const subnet of subnets) expect(subnet.MapPublicIpOnLaunch).toBe(false);
      // No route, gateway, endpoint, peering or IPv6 address.
      expect(new Set(all.map(([, { Type }]) => Type))).toEqual(
        new Set([
          'AWS::EC2::VPC',
          'AWS::EC2::Subnet',
          'AWS::EC2::RouteTable',
          'AWS::EC2::SubnetRouteTableAssociation',
          'AWS::EC2::SecurityGroup',
        ]),
      );
    });

    it('resolves no names, since DNS would bypass every security group', () => {
      expect(of('VPC')).toHaveLength(1);
      const [[, network] = []] = of('VPC');
      expect(network?.Properties).toMatchObject({
        EnableDnsSupport: false,
        EnableDnsHostnames: false,
      });
    });

    it('allows no incoming traffic, and only a rule that matches no outgoing traffic', () => {
      expect(of('SecurityGroup')).toHaveLength(1);
      const [[, group] = []] = of('SecurityGroup');
      expect(group?.Properties.SecurityGroupIngress).toBeUndefined();
      // Without any rule, EC2 would add one that allows all outgoing traffic.
      expect(group?.Properties.SecurityGroupEgress).toMatchObject([
        { CidrIp: '255.255.255.255/32', IpProtocol: 'icmp', FromPort: 252, ToPort: 86 },
      ]);
    });

    it('is used by that function only', () => {
      const attached = ofType('AWS::Lambda::Function').filter(
        ([, one]) => one.Properties.VpcConfig !== undefined,
      );
      expect(attached.map(([id]) => id)).toEqual([functionId]);
      const { SubnetIds, SecurityGroupIds, ...otherSettings } = Object(properties.VpcConfig);
      const idsOf = (type: string) => of(type).map(([id]) => bind(id));
      expect(SubnetIds.map((one: unknown) => resolveValue(one, bind))).toEqual(idsOf('Subnet'));
      expect(SecurityGroupIds).toEqual([
        { 'Fn::GetAtt': [of('SecurityGroup')[0]?.[0], 'GroupId'] },
      ]);
      expect(otherSettings).toEqual({});
    });
  });

  it('has no environment, files or tracing', () => {
    expect(properties.Environment).toBeUndefined();
    expect(properties.FileSystemConfigs).toBeUndefined();
    expect(properties.TracingConfig).toBeUndefined();
  });

  it('may be called only by the engine and by tests of actions', () => {
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
