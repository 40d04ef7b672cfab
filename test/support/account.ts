import { type Bindings, resolveValue } from './intrinsics.ts';
import type { Resource, Template } from './template.ts';

export const region = 'us-east-1';
export const accountId = '111122223333';

/** Example values of the template's parameters. */
const parameters: Record<string, string> = {
  Edition: 'saas',
  NamePrefix: 'acme',
  AdminEmail: 'root@acme.example',
  MailFrom: 'no-reply@acme.example',
  Notice: 'Maintenance on Sunday.',
  SteampipeConnections: 'azure=azure+azuread,gcp=gcp',
  OutgoingOnly: '*',
  ConsoleDomain: '',
  ConsoleCertificate: '',
};

const pseudoParameters: Record<string, string> = {
  'AWS::Region': region,
  'AWS::AccountId': accountId,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'acme',
};

const arn = (service: string, resourcePath: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${resourcePath}`;

/** Builds the ARN that an account would have for a resource, by type, from its physical name. */
const arnBuilders: Record<string, (name: string) => string> = {
  'AWS::Cognito::UserPool': (name) => arn('cognito-idp', `userpool/${name}`),
  'AWS::DynamoDB::Table': (name) => arn('dynamodb', `table/${name}`),
  'AWS::Events::EventBus': (name) => arn('events', `event-bus/${name}`),
  'AWS::Events::Rule': (name) => arn('events', `rule/${name}`),
  'AWS::IAM::Role': (name) => `arn:aws:iam::${accountId}:role/${name}`,
  'AWS::KMS::Key': (name) => arn('kms', `key/${name}`),
  'AWS::Lambda::Function': (name) => arn('lambda', `function:${name}`),
  'AWS::Logs::LogGroup': (name) => arn('logs', `log-group:${name}:*`),
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::SNS::Topic': (name) => arn('sns', name),
  'AWS::SQS::Queue': (name) => arn('sqs', name),
  'AWS::Scheduler::ScheduleGroup': (name) => arn('scheduler', `schedule-group/${name}`),
  'AWS::SecretsManager::Secret': (name) => arn('secretsmanager', `secret:${name}`),
  'AWS::StepFunctions::StateMachine': (name) => arn('states', `stateMachine:${name}`),
};

/** Types whose `Ref` is an ARN. */
const referencedByArn = new Set([
  'AWS::SNS::Topic',
  'AWS::SecretsManager::Secret',
  'AWS::StepFunctions::StateMachine',
]);

const nameOf = (id: string, { Type, Properties }: Resource): string => {
  if (Type === 'AWS::Cognito::UserPool') return `${region}_${id.slice(-8)}`;
  if (Type === 'AWS::ApiGateway::Stage') return String(Properties.StageName);
  return id.toLowerCase();
};

/** An account in which every resource of the template exists, under generated or given names. */
export const makeBindings = (
  { Resources, Conditions }: Template,
  names: Record<string, string> = {},
): Bindings => {
  const bind: Bindings = (id, attribute) => {
    const resource = Resources[id];
    if (!resource) {
      if (id in Conditions) return String(resolveValue(Conditions[id], bind));
      return parameters[id] ?? pseudoParameters[id] ?? id;
    }
    const type = resource.Type;
    const name = names[id] ?? nameOf(id, resource);
    const isArn = attribute?.endsWith('Arn') || (!attribute && referencedByArn.has(type));
    if (isArn) return arnBuilders[type]?.(name) ?? arn('unknown', `${type}/${name}`);
    return attribute === undefined ? name : `${name}.${attribute.toLowerCase()}`;
  };
  return bind;
};
