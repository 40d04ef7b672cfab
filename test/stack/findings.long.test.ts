import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnResource } from 'aws-cdk-lib';
import { acceptedFindings } from '#lib/stack/accepted-findings.ts';
import { acceptFindings, addChecks } from '#lib/stack/checks.ts';
import type { PlatformStack } from '#lib/stack/platform-stack.ts';
import { makePlatform } from '../support/platform.ts';

type Report = {
  pluginReports: {
    pluginName: string;
    violations: { ruleName: string; violatingConstructs: { constructPath: string }[] }[];
  }[];
};

type Change = (stack: PlatformStack) => void;

/** Reports of cdk-nag and CloudFormation Validate about the platform: `rule at path`. */
const findingsOf = (edition: 'saas' | 'workspace', change: Change): string[] => {
  const { app, stack, outdir } = makePlatform(edition);
  addChecks(app);
  change(stack);
  const { error } = console;
  // A failed synthesis prints its whole report, which is read below.
  console.error = () => undefined;
  try {
    app.synth();
  } catch {
    // The report gives the reason.
  } finally {
    console.error = error;
  }
  const text = readFileSync(join(outdir, 'validation-report.json'), 'utf8');
  const { pluginReports }: Report = JSON.parse(text);
  return pluginReports
    .flatMap(({ violations }) => violations)
    .flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );
};

describe.each(['workspace', 'saas'] as const)('the %s edition', (edition) => {
  it('has exactly the accepted findings', () => {
    const accepted = acceptedFindings(edition).flatMap(({ rule, at }) =>
      at.map((path) => `${rule} at Cloudwarden/${path}`),
    );
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(findingsOf(edition, () => undefined).sort()).toEqual(accepted.sort());
  });

  it('has no findings once they are acknowledged', () => {
    expect(findingsOf(edition, (stack) => acceptFindings(stack, edition))).toEqual([]);
  });

  it('has a reason for each accepted finding', () => {
    for (const { reason } of acceptedFindings(edition)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });
});

/** A defect, and the resource that has it. */
const defects: [what: string, type: string, properties: object][] = [
  ['an unknown property', 'AWS::SQS::Queue', { Nonsense: 1 }],
  ['a wrong type', 'AWS::SNS::Topic', { TopicName: { a: 1 } }],
  ['a value outside its enum', 'AWS::KMS::Key', { KeyUsage: 'NONSENSE' }],
  ['a missing property', 'AWS::DynamoDB::Table', {}],
  ['an ended runtime', 'AWS::Lambda::Function', { Runtime: 'nodejs12.x' }],
];

describe('defects that are added to the template', () => {
  let found: string[];

  beforeAll(() => {
    found = findingsOf('workspace', (stack) => {
      acceptFindings(stack, 'workspace');
      for (const [at, [, type, properties]] of defects.entries()) {
        void new CfnResource(stack, `Defect${at}`, { type, properties });
      }
    });
  });

  it.each(defects.map(([defect], at) => [defect, at] as const))('%s is found', (_, at) => {
    expect(found.filter((one) => one.endsWith(`/Defect${at}`))).not.toEqual([]);
  });

  it('are the only findings', () => {
    expect(found.filter((one) => !/\/Defect\d$/.test(one))).toEqual([]);
  });
});
