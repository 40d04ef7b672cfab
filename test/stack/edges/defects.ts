import type { Edition } from '#lib/stack/edition.ts';
import { listOf, type Statement } from '../../support/iam.ts';
import type { Resource, Template } from '../../support/template.ts';

/** What is broken, how, a part of the reported problem, and the edition, if only one has it. */
export type Defect = {
  name: string;
  onlyEdition?: Edition;
  seed: (template: Template) => void;
  found: RegExp;
};

const findResource = ({ Resources }: Template, type: string, start: string): [string, Resource] => {
  const isIt = ([id, { Type }]: [string, Resource]) => Type === type && id.startsWith(start);
  const found = Object.entries(Resources).find(isIt);
  if (!found) throw new Error(`There is no ${type} ${start}.`);
  return found;
};

/** The properties of a resource, to be changed in place. */
const propertiesOf = (template: Template, type: string, start = '') =>
  Object(findResource(template, `AWS::${type}`, start)[1].Properties);

const removeResource = (template: Template, type: string, start: string): void => {
  delete template.Resources[findResource(template, `AWS::${type}`, start)[0]];
};

const arnOf = (template: Template, type: string, start: string) => ({
  'Fn::GetAtt': [findResource(template, `AWS::${type}`, start)[0], 'Arn'],
});

const refTo = (template: Template, type: string, start: string) => ({
  Ref: findResource(template, `AWS::${type}`, start)[0],
});

/** Removes an action from every statement of a policy. */
const removeAction = (template: Template, role: string, action: string): void => {
  const { PolicyDocument } = propertiesOf(template, 'IAM::Policy', role);
  const before = JSON.stringify(PolicyDocument);
  const statements: Statement[] = PolicyDocument.Statement;
  PolicyDocument.Statement = statements
    .map((one) => ({ ...one, Action: listOf(one.Action).filter((name) => name !== action) }))
    .filter(({ Action }) => Action.length > 0);
  if (JSON.stringify(PolicyDocument) === before) throw new Error(`${role} has no ${action}.`);
};

const siteConfig = (template: Template) =>
  propertiesOf(template, 'CloudFront::Distribution', 'Site').DistributionConfig;

const firstOperation = (template: Template, api: string) => {
  const { paths, ...body } = propertiesOf(template, 'ApiGateway::RestApi', api).Body;
  const [methods] = Object.values<Record<string, Record<string, object>>>(paths);
  const [operation] = Object.values(methods ?? {});
  return { body, operation: Object(operation) };
};

const environmentOf = (template: Template, start: string) =>
  propertiesOf(template, 'Lambda::Function', `${start}Function`).Environment.Variables;

export const defects: Defect[] = [
  {
    name: 'a function that the API may not invoke',
    seed: (template) => removeResource(template, 'Lambda::Permission', 'ApiBotsFunction'),
    found: /^ConsoleApi\w+ \w+ \/bots\S*: apigateway.* may not lambda:InvokeFunction/,
  },
  {
    name: 'a permission for another API',
    seed: (template) => {
      const permission = propertiesOf(template, 'Lambda::Permission', 'ApiBotsFunction');
      const text = JSON.stringify(permission.SourceArn);
      const [ownApi, otherApi] = ['ConsoleApi', 'WebhookApi'].map((start) => {
        return refTo(template, 'ApiGateway::RestApi', start).Ref;
      });
      permission.SourceArn = JSON.parse(text.replace(ownApi ?? '', otherApi ?? ''));
    },
    found: /^ConsoleApi\w+ \w+ \/bots\S*: apigateway.* may not lambda:InvokeFunction/,
  },
  {
    name: 'a permission for another path',
    seed: (template) => {
      const permission = propertiesOf(template, 'Lambda::Permission', 'EventsWebhookReceived');
      const text = JSON.stringify(permission.SourceArn);
      permission.SourceArn = JSON.parse(text.replace('integrations/*', 'integrations/{type}'));
    },
    found: /^WebhookApi\w+ post .* may not lambda:InvokeFunction/,
  },
  {
    name: 'a permission for the APIs of every account',
    seed: (template) => {
      delete propertiesOf(template, 'Lambda::Permission', 'EventsWebhookReceived').SourceArn;
    },
    found: /^WebhookApi\w+ post .* other accounts/,
  },
  {
    name: 'a scheduler that may not invoke its target',
    seed: (template) => removeAction(template, 'SchedulesRole', 'lambda:InvokeFunction'),
    found: /^bot schedules made by \w+ target: .*schedulesrole\w+ may not lambda:InvokeFunction/,
  },
  {
    name: 'a dead-letter queue that refuses its rules',
    seed: (template) => removeResource(template, 'SQS::QueuePolicy', 'FactsUndelivered'),
    found: /^Facts\w+ dead letters: events.* may not sqs:SendMessage/,
  },
  {
    name: 'a dead-letter queue that belongs to other senders',
    seed: (template) => {
      const [target] = propertiesOf(template, 'Events::Rule', 'FactsRunEnded').Targets;
      target.DeadLetterConfig.Arn = arnOf(template, 'SQS::Queue', 'SchedulingMissed');
    },
    found: /^FactsRunEnded\w+ dead letters: events.* may not sqs:SendMessage/,
  },
  {
    name: 'a missing dead-letter queue',
    seed: (template) => {
      const { RedrivePolicy } = propertiesOf(template, 'SQS::Queue', 'StoppedRunsQueue');
      RedrivePolicy.deadLetterTargetArn = 'arn:aws:sqs:us-east-1:111122223333:gone';
    },
    found: /^StoppedRunsQueue\w+ dead letters: .*gone is no other queue/,
  },
  {
    name: 'a rule whose target refuses it',
    seed: (template) => removeResource(template, 'SQS::QueuePolicy', 'FactsQueue'),
    found: /^Facts\w+ target: events.* may not sqs:SendMessage/,
  },
  {
    name: 'a rule on a missing bus',
    seed: (template) => {
      propertiesOf(template, 'Events::Rule', 'FactsRunEnded').EventBusName = 'facts';
    },
    found: /^FactsRunEnded\w+: there is no bus facts/,
  },
  {
    name: 'an origin path that is not a stage',
    seed: (template) => {
      siteConfig(template).Origins[1].OriginPath = '/prod';
    },
    found: /^GET \/api\/\S+: the API has no \/prod\//,
  },
  {
    name: 'a behaviour for /apis/*',
    seed: (template) => {
      siteConfig(template).CacheBehaviors[0].PathPattern = '/apis/*';
    },
    found: /^GET \/api\/\S+: sitebucket\S+ is no API/,
  },
  {
    name: 'a behaviour that refuses DELETE',
    seed: (template) => {
      siteConfig(template).CacheBehaviors[0].AllowedMethods = ['GET', 'HEAD'];
    },
    found: /^DELETE \/api\/\S+: CloudFront refuses the method/,
  },
  {
    name: 'an integration that invokes its function by GET',
    seed: (template) => {
      const { operation } = firstOperation(template, 'ConsoleApi');
      operation['x-amazon-apigateway-integration'].httpMethod = 'GET';
    },
    found: /^ConsoleApi\w+ .*: functions are invoked by a POST, not by aws_proxy GET/,
  },
  {
    name: 'an authorizer that the API may not invoke',
    seed: (template) => removeResource(template, 'Lambda::Permission', 'AuthorizerFunction'),
    found: /^ConsoleApi\w+ authorizer caller: .* may not lambda:InvokeFunction/,
  },
  {
    name: 'a worker that may not delete messages',
    seed: (template) => removeAction(template, 'EventsFactPublishedRole', 'sqs:DeleteMessage'),
    found: /^EventsFactPublished\w+: \S+ may not sqs:DeleteMessage/,
  },
  {
    name: 'a state machine that may not invoke one of its functions',
    seed: (template) => {
      const { PolicyDocument } = propertiesOf(template, 'IAM::Policy', 'EngineBotRunRole');
      const [, ...steps] = PolicyDocument.Statement[0].Resource;
      PolicyDocument.Statement[0].Resource = steps;
    },
    found: /^EngineBotRun\w+ Engine\w+: .* may not lambda:InvokeFunction/,
  },
  {
    name: 'a table name that refers to another table',
    seed: (template) => {
      const environment = environmentOf(template, 'EngineAdvance');
      const [bots, users] = ['Tablesbots1', 'Tablesusers'].map((start) => {
        return refTo(template, 'DynamoDB::Table', start).Ref;
      });
      environment.TABLES = JSON.parse(
        JSON.stringify(environment.TABLES).replace(bots ?? '', users ?? ''),
      );
    },
    found: /^EngineAdvance\w+: TABLES names bots wrongly/,
  },
  {
    name: 'a function that may not decrypt its secrets',
    seed: (template) => removeAction(template, 'EngineAdvanceRole', 'kms:Decrypt'),
    found: /^EngineAdvance\w+ open secrets: .* may not kms:Decrypt/,
  },
  {
    name: 'a queue under a key that its worker may not use',
    seed: (template) => {
      const key = refTo(template, 'KMS::Key', 'Storage');
      propertiesOf(template, 'SQS::Queue', 'StoppedRunsQueue').KmsMasterKeyId = key;
    },
    found: /^EventsRunStopped\w+ \(encrypted\): .* may not kms:Decrypt/,
  },
  {
    name: 'a $connect without its authorizer',
    seed: (template) => {
      const route = propertiesOf(template, 'ApiGatewayV2::Route', 'RealtimeApiconnect');
      route.AuthorizationType = 'NONE';
      delete route.AuthorizerId;
    },
    found: /^RealtimeApiconnect\w+ authorizer: connections are opened without it/,
  },
  {
    name: 'a $connect without an integration',
    seed: (template) => removeResource(template, 'ApiGatewayV2::Integration', 'RealtimeApiconnect'),
    found: /^RealtimeApiconnect\w+: it leads to .*, which is nowhere/,
  },
  {
    name: 'a webhook API that requires an authorizer',
    seed: (template) => {
      firstOperation(template, 'WebhookApi').operation.security = [{ caller: [] }];
    },
    found: /^WebhookApi\w+ post .*: whether it asks who calls is wrong/,
  },
  {
    name: 'a call of the console that requires no authorizer',
    seed: (template) => {
      firstOperation(template, 'ConsoleApi').operation.security = [];
    },
    found: /^ConsoleApi\w+ .*: whether it asks who calls is wrong/,
  },
  {
    name: 'a stage with another name',
    seed: (template) => {
      propertiesOf(template, 'ApiGateway::Stage', 'ConsoleApi').StageName = 'v2';
    },
    found: /^GET \/api\/\S+: the API has no \/v1\//,
  },
  {
    name: 'a stage variable that its functions do not read',
    seed: (template) => {
      const stage = propertiesOf(template, 'ApiGateway::Stage', 'ConsoleApi');
      stage.Variables = { siteURL: stage.Variables.siteUrl };
    },
    found: /^ConsoleApi\w+: the console is not at undefined/,
  },
  {
    name: 'an alarm for a missing queue',
    seed: (template) => {
      propertiesOf(template, 'CloudWatch::Alarm', 'AlarmsFactsAreUndelivered').Dimensions[0].Value =
        'gone';
    },
    found: /^AlarmsFactsAreUndelivered\w+: no QueueName is gone/,
  },
  {
    name: 'an alarm that may not publish',
    seed: (template) => removeResource(template, 'SNS::TopicPolicy', 'Alarms'),
    found: /^Alarms\w+: cloudwatch.* may not sns:Publish/,
  },
  {
    name: 'a custom resource with the wrong function',
    seed: (template) => {
      const [, { Properties }] = findResource(template, 'Custom::FirstAdmin', '');
      Properties.ServiceToken = arnOf(template, 'Lambda::Function', 'EngineFail');
    },
    found: /^FirstAdmin\w+: \S+ does not answer for it/,
  },
  {
    name: 'a bucket that CloudFront may not read',
    seed: (template) => removeResource(template, 'S3::BucketPolicy', 'SiteBucket'),
    found: /^SiteDistribution\w+ \/\S*: cloudfront.* may not s3:GetObject/,
  },
  {
    name: 'a user pool that may not call its sign-up triggers',
    onlyEdition: 'saas',
    seed: (template) => {
      removeResource(template, 'Lambda::Permission', 'IdentityPoolPreSignUp');
      removeResource(template, 'Lambda::Permission', 'IdentityPoolPostConfirmation');
    },
    found: /^IdentityPool\w+ PreSignUp: cognito-idp.* may not lambda:InvokeFunction/,
  },
  {
    name: 'a CloudFront distribution that does not send its secret',
    seed: (template) => {
      delete siteConfig(template).Origins[1].OriginCustomHeaders;
    },
    found: /^authorizer: CloudFront does not send the secret/,
  },
];
