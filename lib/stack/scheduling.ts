import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue } from './queue.ts';

type SchedulingProps = { namePrefix: string; sweep: LambdaFunction };

/** EventBridge Scheduler: the sweeper that re-drives what got stuck, every minute. */
export class Scheduling extends Construct {
  /** Ticks that could not be delivered. */
  readonly missed: Queue;

  constructor(scope: Construct, id: string, { namePrefix, sweep }: SchedulingProps) {
    super(scope, id);
    this.missed = deadLetterQueue(this, 'Missed');
    const group = new ScheduleGroup(this, 'Group', { scheduleGroupName: `${namePrefix}-system` });
    const role = this.makeRole(group, sweep);
    // The L2 schedule would let its role call every version and alias of the function.
    const schedule = new CfnSchedule(this, 'Sweep', {
      description: 'Closes overdue runs and sends facts that were not sent.',
      groupName: group.scheduleGroupName,
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: sweep.functionArn,
        roleArn: role.roleArn,
        input: '{}',
        deadLetterConfig: { arn: this.missed.queueArn },
        // The next tick does the same work, so an old one is not worth more.
        retryPolicy: { maximumRetryAttempts: 3, maximumEventAgeInSeconds: 60 },
      },
    });
    // It knows its group by name only, which says nothing about the order.
    schedule.node.addDependency(group, role);
  }

  private makeRole(group: ScheduleGroup, sweep: LambdaFunction): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': group.scheduleGroupArn,
          },
        },
      }),
    });
    const permitted: [string, string][] = [
      ['lambda:InvokeFunction', sweep.functionArn],
      ['sqs:SendMessage', this.missed.queueArn],
    ];
    for (const [action, resource] of permitted) {
      role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
    }
    return role;
  }
}
