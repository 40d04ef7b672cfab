import type { Edition } from '#lib/stack/edition.ts';
import { resolveValue } from '../support/intrinsics.ts';
import { type Resource, synthesise } from '../support/template.ts';

const editions = ['workspace', 'saas'] as const satisfies Edition[];

/** The property with each type's physical name; a stack leaves it empty unless it is required. */
const nameProperties: Record<string, string> = {
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::Cognito::UserPool': 'UserPoolName',
  'AWS::Cognito::UserPoolClient': 'ClientName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::EC2::SecurityGroup': 'GroupName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Key': 'Alias',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::WAFv2::WebACL': 'Name',
};

/** Types that have no physical name, or one that need not be unique. */
const unnamed = [
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::RouteResponse',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudFront::Distribution',
  'AWS::EC2::RouteTable',
  'AWS::EC2::Subnet',
  'AWS::EC2::SubnetRouteTableAssociation',
  'AWS::EC2::VPC',
  'AWS::IAM::Policy',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Permission',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::WAFv2::WebACLAssociation',
  'Custom::FirstAdmin',
  'Custom::PublishedSite',
];

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => Object(inner)[key], value);

const physicalNamesOf = (edition: Edition) =>
  Object.entries(synthesise(edition).template.Resources).flatMap(([id, resource]) => {
    const { Type, Properties } = resource;
    const path = nameProperties[Type];
    const name = path === undefined ? undefined : valueAt(Properties, path);
    return name === undefined ? [] : [{ id, type: Type, name, resource }];
  });

const saasNames = physicalNamesOf('saas');

const resolveNames = (prefix: string, region: string): string[] => {
  const bind = (id: string) => ({ NamePrefix: prefix, 'AWS::Region': region })[id] ?? `<${id}>`;
  return saasNames.map(({ type, name }) => `${type} ${String(resolveValue(name, bind))}`);
};

type Parameter = { Default?: string; AllowedPattern?: string; AllowedValues?: string[] };
const parameterOf = (edition: Edition, name: string): Parameter =>
  Object(synthesise(edition).template.Parameters[name]);

describe('an installation', () => {
  it('has a valid default name prefix', () => {
    const { Default, AllowedPattern = '' } = parameterOf('workspace', 'NamePrefix');
    expect(Default).toBe('cloudwarden');
    expect(Default).toMatch(new RegExp(AllowedPattern));
  });

  it('keeps its edition on an update, since the other template refuses the value', () => {
    for (const edition of editions) {
      const { Default, AllowedValues } = parameterOf(edition, 'Edition');
      expect([Default, AllowedValues]).toEqual([edition, [edition]]);
    }
  });

  it.each(editions)('can be created again as %s: no retained resource has a name', (edition) => {
    const policies = ({ DeletionPolicy, UpdateReplacePolicy }: Resource) =>
      [DeletionPolicy, UpdateReplacePolicy].filter((policy) => policy?.startsWith('Retain'));
    const staying = physicalNamesOf(edition).filter(
      ({ resource }) => policies(resource).length > 0,
    );
    expect(staying.map(({ id }) => id)).toEqual([]);
  });
});

describe('physical names', () => {
  it('are known for every type of the template', () => {
    for (const edition of editions) {
      const types = new Set(
        Object.values(synthesise(edition).template.Resources).map(({ Type }) => Type),
      );
      const listedTypes = new Set([...Object.keys(nameProperties), ...unnamed]);
      expect([...types].filter((type) => !listedTypes.has(type))).toEqual([]);
    }
  });

  it('are given only to types that need them', () => {
    expect(new Set(saasNames.map(({ type }) => type))).toEqual(
      new Set([
        'AWS::CloudFront::Function',
        'AWS::CloudFront::OriginAccessControl',
        'AWS::CloudFront::ResponseHeadersPolicy',
        'AWS::Events::EventBus',
        'AWS::Scheduler::ScheduleGroup',
        'AWS::StepFunctions::StateMachine',
      ]),
    );
  });

  it('differ between two installations, and between two regions', () => {
    const all = [
      ...resolveNames('first', 'us-east-1'),
      ...resolveNames('second', 'us-east-1'),
      ...resolveNames('first', 'ap-south-1').filter((name) => name.startsWith('AWS::CloudFront')),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('fit with the longest prefix in the region with the longest name', () => {
    for (const text of resolveNames('p'.repeat(20), 'ap-southeast-1')) {
      const [, name = ''] = text.split(' ');
      expect(name).toMatch(/^[A-Za-z0-9-]{1,64}$/);
    }
  });
});
