import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { mapScheduleKinds, type ScheduleKind } from '#lib/kernel/schedule-kinds.ts';
import { pascalCase } from '#lib/machines.ts';
import { deadLetterQueue } from './queue.ts';

/**
 * Holds the schedules that are created and deleted at run time: a group for each kind, the role
 * that they use, and the queue of ticks that could not be delivered.
 */
export class Schedules extends Construct {
  readonly groups: Record<ScheduleKind, ScheduleGroup>;
  readonly role: Role;
  readonly missed: Queue;

  constructor(scope: Construct, id: string, namePrefix: string) {
    super(scope, id);
    this.groups = mapScheduleKinds(
      (kind) =>
        new ScheduleGroup(this, pascalCase(kind), {
          scheduleGroupName: `${namePrefix}-${kind}`,
          // A retained group would keep calling, and its name would make the next deployment fail.
          removalPolicy: RemovalPolicy.DESTROY,
        }),
    );
    this.missed = deadLetterQueue(this, 'Missed');
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.each(({ scheduleGroupArn }) => scheduleGroupArn),
          },
        },
      }),
    });
    this.permit('sqs:SendMessage', this.missed.queueArn);
  }

  /** Sets the function that every schedule calls. */
  deliverTo(lambda: LambdaFunction): void {
    this.permit('lambda:InvokeFunction', lambda.functionArn);
  }

  /** The ARN pattern of the schedules of a kind. */
  schedulesArn(kind: ScheduleKind): string {
    return Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.groups[kind].scheduleGroupName}/*`,
    });
  }

  private each<T>(make: (group: ScheduleGroup) => T): T[] {
    return Object.values(this.groups).map(make);
  }

  private permit(action: string, resource: string): void {
    this.role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
  }
}
