import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import botRun from '../../statemachines/bot-run.asl.json' with { type: 'json' };

/** The functions that the definition calls, by the names it calls them. */
export type EngineSteps = Record<'EngineAdvance' | 'EnginePause' | 'EngineFail', LambdaFunction>;

const stateMachineName = (namePrefix: string): string => `${namePrefix}-bot-run`;

/**
 * By name, not by reference: the machine calls functions that are made after those that start it,
 * and starts itself.
 */
export const machineArns = (stack: Stack, namePrefix: string) => {
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  const arn = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'states', resource, resourceName, arnFormat });
  const name = stateMachineName(namePrefix);
  return {
    stateMachineArn: arn('stateMachine', name),
    executionsArn: arn('execution', `${name}:*`),
  };
};

/** Lanes are runs of the machine itself; Step Functions hears of their end by a rule of its own. */
const laneStatements = (stack: Stack, namePrefix: string): PolicyStatement[] => {
  const { stateMachineArn, executionsArn } = machineArns(stack, namePrefix);
  const rule = stack.formatArn({
    service: 'events',
    resource: 'rule',
    resourceName: 'StepFunctionsGetEventsForStepFunctionsExecutionRule',
  });
  const allow = (actions: string[], resource: string) =>
    new PolicyStatement({ actions, resources: [resource] });
  return [
    allow(['states:StartExecution'], stateMachineArn),
    allow(['states:DescribeExecution', 'states:StopExecution'], executionsArn),
    allow(['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], rule),
  ];
};

type EngineProps = { namePrefix: string; steps: EngineSteps };

/** The one state machine that runs every bot. */
export class Engine extends Construct {
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, { namePrefix, steps }: EngineProps) {
    super(scope, id);
    const functionArns = Object.values(steps).map(({ functionArn }) => functionArn);
    const assumedBy = new ServicePrincipal('states.amazonaws.com');
    const role = new Role(this, 'Role', { assumedBy });
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: functionArns }),
    );
    for (const statement of laneStatements(Stack.of(this), namePrefix)) {
      role.addToPolicy(statement);
    }
    this.machine = new StateMachine(this, 'BotRun', {
      stateMachineName: stateMachineName(namePrefix),
      role,
      // A file asset would lie where no validator looks.
      definitionBody: DefinitionBody.fromString(JSON.stringify(botRun)),
      definitionSubstitutions: Object.fromEntries(
        Object.entries(steps).map(([name, { functionArn }]) => [name, functionArn]),
      ),
      tracingEnabled: true,
      logs: {
        destination: new LogGroup(this, 'Log', {
          retention: RetentionDays.THREE_MONTHS,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    });
  }
}
