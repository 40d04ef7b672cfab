import { readFileSync } from 'node:fs';
import type { PolicyDocument, Statement } from '../support/iam.ts';
import { resolveValue } from '../support/intrinsics.ts';
import { makeBindings } from '../support/account.ts';
import { type Resource, synthesise } from '../support/template.ts';
import { problemsOf } from './iam-lint.ts';

const { template } = synthesise('saas');
const bind = makeBindings(template);

const policyProperties = ['PolicyDocument', 'AssumeRolePolicyDocument', 'KeyPolicy'];

/** The policy documents of a resource; a role may also have inline ones. */
const documentsOf = ({ Type, Properties }: Resource): unknown[] => {
  const inlinePolicies = Type === 'AWS::IAM::Role' ? Object(Properties.Policies ?? []) : [];
  return [
    ...policyProperties.map((property) => Properties[property]),
    ...inlinePolicies.map((policy: Record<string, unknown>) => policy.PolicyDocument),
  ].filter(Boolean);
};

const policies = Object.entries(template.Resources).flatMap(([id, resource]) =>
  documentsOf(resource).map(
    (document) => [id, resolveValue(document, bind) as PolicyDocument] as const,
  ),
);

describe('the policies of the template', () => {
  it('are all found', () => {
    const effects = (value: unknown) => JSON.stringify(value).split('"Effect":').length - 1;
    for (const [id, resource] of Object.entries(template.Resources)) {
      expect([id, effects(documentsOf(resource))]).toEqual([id, effects(resource.Properties)]);
    }
  });

  it('are more than forty', () => {
    expect(policies.length).toBeGreaterThan(40);
  });

  it.each(policies)('%s names actions, resources and conditions that exist', async (id, policy) => {
    const problems = await problemsOf(policy);
    // API Gateway accepts no narrower role for the logs of an account.
    const isExpected = (problem: string) =>
      id.startsWith('ApiLogging') && /^logs:\w+: \* where/.test(problem);
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
  });

  it('include no managed policy', () => {
    const managed = Object.entries(template.Resources).filter(
      ([, { Properties }]) => Properties.ManagedPolicyArns !== undefined,
    );
    expect(managed).toEqual([]);
  });
});

describe('the list of AWS services in the operations manual', () => {
  it('contains exactly the services that the policies permit', () => {
    const manual = readFileSync('docs/operations.md', 'utf8');
    const [, serviceList = ''] = /by their roles, as ([^]+?)\. CloudFront/.exec(manual) ?? [];
    const listed = [...serviceList.matchAll(/`([a-z0-9-]+)`/g)].map(([, name = '']) => name);
    const called = policies.flatMap(([, { Statement }]) =>
      [Statement].flat().flatMap(({ Action }) => [Action ?? []].flat()),
    );
    const services = called
      .map((action) => action.split(':')[0] ?? '')
      .filter((one) => one !== '*');
    expect(listed.toSorted()).toEqual([...new Set(services)].toSorted());
  });
});

describe('the lint of policies', () => {
  const allow = (statement: Partial<Statement>): PolicyDocument => ({
    Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*', ...statement }],
  });
  const table = 'arn:aws:dynamodb:us-east-1:111122223333:table/t';

  it.each([
    ['a service that does not exist', allow({ Action: 'dynamo:GetItem', Resource: table })],
    ['an action that does not exist', allow({ Action: 'dynamodb:GetItems', Resource: table })],
    ['any action', allow({ Action: '*' })],
    ['all actions of a service', allow({ Action: 'dynamodb:*', Resource: table })],
    ['any resource where a resource can be named', allow({ Action: 'dynamodb:GetItem' })],
    ['a resource of another kind', allow({ Action: 's3:GetObject', Resource: table })],
    [
      'a resource where none can be named',
      allow({ Action: 'xray:PutTraceSegments', Resource: table }),
    ],
    [
      'a condition that does not exist',
      allow({
        Action: 'dynamodb:GetItem',
        Resource: table,
        Condition: { StringEquals: { 'dynamodb:LeadingKey': 'x' } },
      }),
    ],
    ['a trust of everybody', allow({ Action: 'sts:AssumeRole', Principal: { AWS: '*' } })],
    ['the right to pass any role', allow({ Action: 'iam:PassRole' })],
  ])('reports %s', async (_, policy) => {
    expect(await problemsOf(policy)).not.toEqual([]);
  });
});
