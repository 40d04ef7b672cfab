import { scheduleNeeds } from '#lib/stack/needs.ts';
import { arn, type Use, type Uses, type Variables } from '../use.ts';

/** An action on a schedule of a kind. */
const scheduleUse = (action: string, kind: string, { SCHEDULE_GROUPS = '{}' }: Variables): Use => [
  action,
  arn('scheduler', `schedule/${JSON.parse(SCHEDULE_GROUPS)[kind]}/sample`),
];

export const uses: Uses = {
  ...scheduleNeeds('change', (kind) => (variables: Variables): Use[] => [
    scheduleUse('scheduler:CreateSchedule', kind, variables),
    scheduleUse('scheduler:UpdateSchedule', kind, variables),
    scheduleUse('scheduler:DeleteSchedule', kind, variables),
    [
      'iam:PassRole',
      variables.SCHEDULE_ROLE_ARN ?? '',
      { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    ],
  ]),
  ...scheduleNeeds('end', (kind) => (variables: Variables): Use[] => [
    scheduleUse('scheduler:DeleteSchedule', kind, variables),
  ]),
  'list schedules': () => [['scheduler:ListSchedules', '*']],
};
