import type { VariableName } from '#lib/aws/environment.ts';
import type { Variables } from './use.ts';

/**
 * What a variable names: a resource of this type, or one for each entry of a JSON list.
 * `undefined`: it names no resource, or one that is checked through its uses.
 */
type NamedResourceType = { one: string } | { each: string } | undefined;

/** A record, so that a new variable cannot be left out. */
const resourceTypesByVariable: Record<VariableName, NamedResourceType> = {
  TABLES: undefined,
  TENANT_ROLE_ARN: undefined,
  STATE_MACHINES: { each: 'AWS::StepFunctions::StateMachine' },
  INTEGRATION_ROLES: undefined,
  INTEGRATION_PRINCIPAL: undefined,
  SITE_BUCKET: { one: 'AWS::S3::Bucket' },
  AWS_REGION: undefined,
  PYTHON_FUNCTION_ARN: undefined,
  QUERY_FUNCTION_ARN: undefined,
  MODEL_FUNCTION_ARN: undefined,
  BUS_NAME: { one: 'AWS::Events::EventBus' },
  FILES_BUCKET: { one: 'AWS::S3::Bucket' },
  KEY_ID: { one: 'AWS::KMS::Key' },
  HASH_SECRET_ID: { one: 'AWS::SecretsManager::Secret' },
  STEAMPIPE_SECRET_ID: { one: 'AWS::SecretsManager::Secret' },
  STEAMPIPE_CONNECTIONS: undefined,
  OUTGOING_ONLY: undefined,
  ORIGIN_SECRET: undefined,
  USER_POOL_ID: { one: 'AWS::Cognito::UserPool' },
  CLIENT_ID: { one: 'AWS::Cognito::UserPoolClient' },
  SITE_URL: undefined,
  WEBHOOK_URL: undefined,
  WS_ENDPOINT: undefined,
  MAIL_FROM: undefined,
  SUPPORT_EMAIL: undefined,
  SCHEDULE_GROUPS: { each: 'AWS::Scheduler::ScheduleGroup' },
  SCHEDULE_TARGET_ARN: undefined,
  SCHEDULE_ROLE_ARN: undefined,
  SCHEDULE_DLQ_ARN: undefined,
};

type NamedResource = { variable: string; type: string; name: string };

/** The resources that a function's variables name. */
export const resourcesNamed = (variables: Variables): NamedResource[] =>
  Object.entries(resourceTypesByVariable).flatMap(([variable, typeSpec]): NamedResource[] => {
    const value = variables[variable];
    if (typeSpec === undefined || value === undefined) return [];
    if ('one' in typeSpec) return [{ variable, type: typeSpec.one, name: value }];
    const names = Object.values<string>(JSON.parse(value));
    return names.map((name) => ({ variable, type: typeSpec.each, name }));
  });
