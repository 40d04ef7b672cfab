import { scheduleNeeds } from '#lib/stack/needs.ts';
import { arn, type Use, type Uses, type Variables } from '../use.ts';

/** An action on a schedule of a kind. */
const scheduleUse = (action: string, kind: string, { SCHEDULE_GROUPS = '{}' }: Variables): Use => [
  action,
  arn('scheduler', `schedule/${JSON.parse(SCHEDULE_GROUPS)[kind]}/sample`),
];

export const uses: Uses = {
  ...scheduleNeeds('change', (kind) => (given: Variables): Use[] => [
    scheduleUse('scheduler:CreateSchedule', kind, given),
    scheduleUse('scheduler:UpdateSchedule', kind, given),
    scheduleUse('scheduler:DeleteSchedule', kind, given),
    [
      'iam:PassRole',
      given.SCHEDULE_ROLE_ARN ?? '',
      { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    ],
  ]),
  ...scheduleNeeds('end', (kind) => (given: Variables): Use[] => [
    scheduleUse('scheduler:DeleteSchedule', kind, given),
  ]),
  'list schedules': () => [['scheduler:ListSchedules', '*']],
};
