import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue } from './queue.ts';

type SchedulingProps = {
  namePrefix: string;
  sweep: LambdaFunction;
  reconcile: LambdaFunction;
  digest: LambdaFunction;
  prune: LambdaFunction;
};

type FixedSchedule = { description: string; rate: string; lambda: LambdaFunction };

/**
 * Fixed schedules in EventBridge Scheduler: every minute the sweeper, which restarts what got
 * stuck; every hour the check for things without an owning record; every 10 minutes the daily
 * digests and the removal of runs past their retention.
 */
export class Scheduling extends Construct {
  /** Ticks that could not be delivered. */
  readonly missed: Queue;
  private readonly group: ScheduleGroup;

  constructor(scope: Construct, id: string, props: SchedulingProps) {
    super(scope, id);
    const { namePrefix, sweep, reconcile, digest, prune } = props;
    this.missed = deadLetterQueue(this, 'Missed');
    this.group = new ScheduleGroup(this, 'Group', {
      scheduleGroupName: `${namePrefix}-system`,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = this.makeRole(sweep, reconcile, digest, prune);
    this.addBeat('Sweep', role, {
      description: 'Closes overdue runs and sends facts that were not sent.',
      rate: 'rate(1 minute)',
      lambda: sweep,
    });
    this.addBeat('Reconcile', role, {
      description: 'Compares schedules with bots, and removes what has no owner any more.',
      rate: 'rate(1 hour)',
      lambda: reconcile,
    });
    this.addBeat('Digest', role, {
      description: 'Mails each person once a day what waits for them and what failed.',
      rate: 'rate(10 minutes)',
      lambda: digest,
    });
    this.addBeat('Prune', role, {
      description: 'Removes ended runs after their retention time.',
      rate: 'rate(10 minutes)',
      lambda: prune,
    });
  }

  private addBeat(id: string, role: Role, { description, rate, lambda }: FixedSchedule): void {
    // CDK's L2 construct would let its role call every version and alias of the function.
    const schedule = new CfnSchedule(this, id, {
      description,
      groupName: this.group.scheduleGroupName,
      scheduleExpression: rate,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: lambda.functionArn,
        roleArn: role.roleArn,
        input: '{}',
        deadLetterConfig: { arn: this.missed.queueArn },
        // The next tick does the same work, so an old one is not worth retrying.
        retryPolicy: { maximumRetryAttempts: 3, maximumEventAgeInSeconds: 60 },
      },
    });
    // It refers to its group by name only, which does not imply an order of creation.
    schedule.node.addDependency(this.group, role);
  }

  private makeRole(...lambdas: LambdaFunction[]): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.group.scheduleGroupArn,
          },
        },
      }),
    });
    const permitted = lambdas.map(({ functionArn }) => ['lambda:InvokeFunction', functionArn]);
    for (const [action = '', resource = ''] of [
      ...permitted,
      ['sqs:SendMessage', this.missed.queueArn],
    ]) {
      role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
    }
    return role;
  }
}
