import { arn, type Use, type Uses, type Variables } from '../use.ts';

/** An action on a schedule in each of the groups. */
const onSchedules = (action: string, { SCHEDULE_GROUPS = '{}' }: Variables): Use[] =>
  Object.values<string>(JSON.parse(SCHEDULE_GROUPS)).map((group) => [
    action,
    arn('scheduler', `schedule/${group}/sample`),
  ]);

export const uses: Uses = {
  'change schedules': (given) => [
    ...onSchedules('scheduler:CreateSchedule', given),
    ...onSchedules('scheduler:UpdateSchedule', given),
    ...onSchedules('scheduler:DeleteSchedule', given),
    [
      'iam:PassRole',
      given.SCHEDULE_ROLE_ARN ?? '',
      { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    ],
  ],
  'list schedules': () => [['scheduler:ListSchedules', '*']],
};
