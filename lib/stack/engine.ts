import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { type MachineName, machines, mapMachines, pascalCase, type StepOf } from '#lib/machines.ts';
import botRun from '../../statemachines/bot-run.asl.json' with { type: 'json' };
import inventoryRun from '../../statemachines/inventory-run.asl.json' with { type: 'json' };

/** The functions that the machines call. */
export type EngineSteps = Record<StepOf<MachineName>, LambdaFunction>;

export type MachineArns = { stateMachineArn: string; executionsArn: string };

const nameOf = (namePrefix: string, machine: MachineName): string => `${namePrefix}-${machine}`;

/**
 * Built from the name, not from a reference: a machine calls functions that are created after those
 * that start it, and may start itself.
 */
export const machineArns = (
  stack: Stack,
  namePrefix: string,
  machine: MachineName,
): MachineArns => {
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  const arn = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'states', resource, resourceName, arnFormat });
  const name = nameOf(namePrefix, machine);
  return {
    stateMachineArn: arn('stateMachine', name),
    executionsArn: arn('execution', `${name}:*`),
  };
};

const definitions: Record<MachineName, object> = {
  'bot-run': botRun,
  'inventory-run': inventoryRun,
};

// Inline, because validators do not look into a file asset.
const definitionOf = (machine: MachineName): string => JSON.stringify(definitions[machine]);

/** Whether runs of the machine have lanes, which are runs of the same machine. */
export const hasLanes = (machine: MachineName): boolean =>
  definitionOf(machine).includes(':states:startExecution');

/** Step Functions is notified of the end of lanes by an EventBridge rule of its own. */
const laneStatements = (
  stack: Stack,
  { stateMachineArn, executionsArn }: MachineArns,
): PolicyStatement[] => {
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

/** The state machines, each with a role that may only call its functions and start its lanes. */
export class Engine extends Construct {
  readonly machines: Record<MachineName, StateMachine>;

  constructor(scope: Construct, id: string, { namePrefix, steps }: EngineProps) {
    super(scope, id);
    this.machines = mapMachines((machine) => this.addMachine(machine, namePrefix, steps));
  }

  private addMachine(machine: MachineName, namePrefix: string, steps: EngineSteps): StateMachine {
    const functionArns = machines[machine].steps.map((step) => steps[step].functionArn);
    const id = pascalCase(machine);
    const assumedBy = new ServicePrincipal('states.amazonaws.com');
    const role = new Role(this, `${id}Role`, { assumedBy });
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: functionArns }),
    );
    const arns = machineArns(Stack.of(this), namePrefix, machine);
    const lanes = hasLanes(machine) ? laneStatements(Stack.of(this), arns) : [];
    for (const statement of lanes) role.addToPolicy(statement);
    return new StateMachine(this, id, {
      stateMachineName: nameOf(namePrefix, machine),
      role,
      definitionBody: DefinitionBody.fromString(definitionOf(machine)),
      definitionSubstitutions: Object.fromEntries(
        machines[machine].steps.map((step) => [pascalCase(step), steps[step].functionArn]),
      ),
      tracingEnabled: true,
      logs: {
        destination: new LogGroup(this, `${id}Log`, {
          retention: RetentionDays.THREE_MONTHS,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    });
  }
}
