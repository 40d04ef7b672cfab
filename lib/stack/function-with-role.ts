import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  type FunctionProps,
  LoggingFormat,
  Runtime,
  TenancyConfig,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FunctionSpec } from './function-spec.ts';
import type { Statements } from './grants.ts';
import { sealedNetwork } from './sealed-network.ts';
import { tenantRole } from './tenant-role.ts';

type FunctionWithRoleProps = {
  description: string;
  spec: FunctionSpec;
  code: Code;
  environment: Record<string, string>;
  statements: Statements;
  /** The role's path, for policies that refer to roles by path. */
  rolePath?: string;
  /** The queue for calls that an asynchronous function could not handle. */
  failures: IQueue;
  logGroup: ILogGroup;
};

const nodeProps = {
  runtime: Runtime.NODEJS_24_X,
  handler: 'index.handler',
  tracing: Tracing.ACTIVE,
} satisfies Partial<FunctionProps>;

/** For users' code: tenants are isolated; tracing is off because it would need a permission. */
const pythonProps = {
  runtime: Runtime.PYTHON_3_14,
  handler: 'handler.handler',
  tenancyConfig: TenancyConfig.PER_TENANT,
  tracing: Tracing.DISABLED,
} satisfies Partial<FunctionProps>;

/** A Lambda with its own role, which has no managed policy. */
export class FunctionWithRole extends Construct {
  readonly role: Role;
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: FunctionWithRoleProps) {
    super(scope, id);
    const { spec, statements, failures, logGroup, rolePath } = props;
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      ...(rolePath !== undefined && { path: rolePath }),
    });
    logGroup.grantWrite(this.role);
    for (const statement of statements.own) this.role.addToPolicy(statement);
    const variables = { ...props.environment, ...this.reachTenants(statements.ofTenant) };
    this.lambda = new LambdaFunction(this, 'Function', {
      description: props.description,
      ...(spec.python ? { ...pythonProps, ...sealedNetwork(this, this.role) } : nodeProps),
      architecture: Architecture.ARM_64,
      code: props.code,
      role: this.role,
      memorySize: spec.memory,
      timeout: Duration.seconds(spec.timeout),
      environment: variables,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      ...(spec.asynchronous && {
        deadLetterQueue: failures,
        retryAttempts: 2,
        maxEventAge: Duration.hours(1),
      }),
    });
  }

  /** Creates the role for data of organisations, if needed; returns the variable that names it. */
  private reachTenants(statements: Statements['ofTenant']): Record<string, string> {
    if (statements.length === 0) return {};
    return { TENANT_ROLE_ARN: tenantRole(this, { caller: this.role, statements }).roleArn };
  }
}
