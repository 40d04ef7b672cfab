import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  paginateListSchedules,
  ResourceNotFoundException,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { Schedule } from '#lib/domain/schedules/schedule.schema.ts';
import { schedulerExpressions } from '#lib/domain/schedules/scheduler-expression.rules.ts';
import { readTimetable } from '#lib/domain/schedules/timetable.rules.ts';
import type { ListedSchedule, Scheduler } from '#lib/ports/scheduler.ts';

type Options<K extends string> = {
  client: SchedulerClient;
  /** One schedule group for each kind. */
  groups: Record<K, string>;
  /** The function that ticks call, the role that may call it, and the queue for lost ticks. */
  targetArn: string;
  roleArn: string;
  deadLetterArn: string;
};

/** A tick that could not be delivered for an hour is dropped: it is not worth a run any more. */
const retryPolicy = { MaximumEventAgeInSeconds: 3600, MaximumRetryAttempts: 60 };

/** The suffix of a second schedule, for expressions of which either of two conditions counts. */
const secondSuffix = '-w';

const namesOf = (kind: string, id: string) => [`${kind}-${id}`, `${kind}-${id}${secondSuffix}`];

/** EventBridge Scheduler fills in the time that the call was scheduled for. */
const inputOf = (schedule: Schedule<string>): string =>
  JSON.stringify({ ...schedule, scheduled_time: '<aws.scheduler.scheduled-time>' });

/**
 * Keeps schedules in EventBridge Scheduler: in the group of their kind as `<kind>-<id>`, and as
 * `<kind>-<id>-w` as well if needed.
 */
export const openScheduler = <K extends string>(options: Options<K>): Scheduler<K> => {
  const { client, groups, targetArn, roleArn, deadLetterArn } = options;

  const write = async (input: CreateScheduleCommandInput): Promise<void> => {
    try {
      await client.send(new CreateScheduleCommand(input));
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
      await client.send(new UpdateScheduleCommand(input));
    }
  };

  const remove = async (GroupName: string, Name: string): Promise<void> => {
    try {
      await client.send(new DeleteScheduleCommand({ GroupName, Name }));
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }
  };

  return {
    async put(schedule) {
      const { kind, id } = schedule;
      const { cron, tz } = readTimetable(schedule);
      const expressions = schedulerExpressions(cron);
      const GroupName = groups[kind];
      for (const [index, Name] of namesOf(kind, id).entries()) {
        const expression = expressions[index];
        if (expression === undefined) await remove(GroupName, Name);
        else {
          await write({
            GroupName,
            Name,
            ScheduleExpression: expression,
            ScheduleExpressionTimezone: tz,
            FlexibleTimeWindow: { Mode: 'OFF' },
            Target: {
              Arn: targetArn,
              RoleArn: roleArn,
              Input: inputOf(schedule),
              DeadLetterConfig: { Arn: deadLetterArn },
              RetryPolicy: retryPolicy,
            },
          });
        }
      }
    },

    async delete(kind, id) {
      for (const name of namesOf(kind, id)) await remove(groups[kind], name);
    },

    async *list(kind) {
      const found = new Map<string, ListedSchedule>();
      const pages = paginateListSchedules({ client, pageSize: 100 }, { GroupName: groups[kind] });
      for await (const { Schedules = [] } of pages) {
        for (const { Name = '', LastModificationDate } of Schedules) {
          const id = Name.slice(kind.length + 1).replace(/-w$/, '');
          found.set(id, { id, changed_at: LastModificationDate?.getTime() ?? 0 });
        }
      }
      yield* found.values();
    },
  };
};
