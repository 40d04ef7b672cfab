import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue } from './queue.ts';

/**
 * Where the schedules of bots live, which come and go at run time: their group, the role by which
 * they call, and the queue of ticks that could not be delivered.
 */
export class BotSchedules extends Construct {
  readonly group: ScheduleGroup;
  readonly role: Role;
  readonly missed: Queue;

  constructor(scope: Construct, id: string, namePrefix: string) {
    super(scope, id);
    this.group = new ScheduleGroup(this, 'Group', {
      scheduleGroupName: `${namePrefix}-bots`,
      // A group that stayed would go on calling, and its name would fail the next deployment.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.missed = deadLetterQueue(this, 'Missed');
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.group.scheduleGroupArn,
          },
        },
      }),
    });
    this.permit('sqs:SendMessage', this.missed.queueArn);
  }

  /** The function that every schedule of a bot calls. */
  deliverTo(lambda: LambdaFunction): void {
    this.permit('lambda:InvokeFunction', lambda.functionArn);
  }

  /** The schedules in the group, by the pattern of their addresses. */
  get schedulesArn(): string {
    const { scheduleGroupName: resourceName } = this.group;
    const named = { service: 'scheduler', resource: 'schedule' };
    return Stack.of(this).formatArn({ ...named, resourceName: `${resourceName}/*` });
  }

  private permit(action: string, resource: string): void {
    this.role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
  }
}
