import { parseCron } from '#lib/domain/schedules/cron.rules.ts';
import { schedulerExpressions } from '#lib/domain/schedules/scheduler-expression.rules.ts';
import { parseTimetable } from '#lib/domain/schedules/timetable.rules.ts';
import { validTimetable } from './timetable.ts';

const problemOf = (cron_expression: string, tz_info = 'UTC', smallest?: number) => {
  const result = parseTimetable({ cron_expression, tz_info }, smallest);
  return 'problem' in result ? result.problem.message : undefined;
};

describe('a cron expression', () => {
  it.each([
    ['* * * * *', ['cron(* * * * ? *)']],
    ['5 * * * *', ['cron(5 * * * ? *)']],
    ['*/5 * * * *', ['cron(0/5 * * * ? *)']],
    ['*/1 */1 */1 */1 *', ['cron(* * * * ? *)']],
    ['0 */6 */2 */3 *', ['cron(0 0/6 1/2 1/3 ? *)']],
    ['5/20 8/4 * * *', ['cron(5,25,45 8,12,16,20 * * ? *)']],
    ['10-40/10 9-12 * * *', ['cron(10,20,30,40 9,10,11,12 * * ? *)']],
    ['0-59 0-23 1-31 1-12 *', ['cron(* * * * ? *)']],
    ['30,0,15,15 22,4-6 * * *', ['cron(0,15,30 4,5,6,22 * * ? *)']],
    ['0 9 * * 1-5', ['cron(0 9 ? * MON,TUE,WED,THU,FRI *)']],
    ['0 9 * * mon-Fri', ['cron(0 9 ? * MON,TUE,WED,THU,FRI *)']],
    ['0 9 * * 0', ['cron(0 9 ? * SUN *)']],
    ['0 9 * * 7', ['cron(0 9 ? * SUN *)']],
    ['0 9 * * 6-7', ['cron(0 9 ? * SUN,SAT *)']],
    ['0 9 * * FRI-SUN', ['cron(0 9 ? * SUN,FRI,SAT *)']],
    ['0 9 * * 0-7', ['cron(0 9 ? * * *)']],
    ['0 9 * * */2', ['cron(0 9 ? * SUN,TUE,THU,SAT *)']],
    ['0 0 1 JAN,jul *', ['cron(0 0 1 1,7 ? *)']],
    ['0 0 29 2 *', ['cron(0 0 29 2 ? *)']],
    ['  0\t12  1,15 * *  ', ['cron(0 12 1,15 * ? *)']],
    ['0 0 13 * FRI', ['cron(0 0 13 * ? *)', 'cron(0 0 ? * FRI *)']],
    ['0 0 31 2 MON', ['cron(0 0 31 2 ? *)', 'cron(0 0 ? 2 MON *)']],
  ])('is translated from %j to %j for EventBridge Scheduler', (text, expressions) => {
    expect(schedulerExpressions(validTimetable(text).cron)).toEqual(expressions);
  });

  it.each([
    ['', 'A cron expression has five fields: minute, hour, day, month, weekday; this has 0.'],
    [
      '5 * * *',
      'A cron expression has five fields: minute, hour, day, month, weekday; this has 4.',
    ],
    [
      '0 5 * * * *',
      'A cron expression has five fields: minute, hour, day, month, weekday; this has 6.',
    ],
    ['@daily', "'@daily' is not supported. Write five fields: '0 0 * * *' is every day."],
    ['0 0 L * *', "'L' is not supported: L, W, # and ? are not part of standard cron."],
    ['0 0 15W * *', "'15W' is not supported: L, W, # and ? are not part of standard cron."],
    ['0 0 LW * *', "'LW' is not supported: L, W, # and ? are not part of standard cron."],
    ['0 0 L-3 * *', "'L-3' is not supported: L, W, # and ? are not part of standard cron."],
    ['0 0 * * 5L', "'5L' is not supported: L, W, # and ? are not part of standard cron."],
    ['0 0 * * FRI#2', "'FRI#2' is not supported: L, W, # and ? are not part of standard cron."],
    ['0 0 ? * MON', "'?' is not supported: L, W, # and ? are not part of standard cron."],
    ['0 0 */2 * MON', 'Day and weekday are both set, so neither may contain a *. List the days.'],
    ['0 0 1 * */2', 'Day and weekday are both set, so neither may contain a *. List the days.'],
    ['0 0 *,5 * MON', 'Day and weekday are both set, so neither may contain a *. List the days.'],
    ['60 * * * *', "The minute '60' is not a number from 0 to 59."],
    ['-1 * * * *', "The minute '' is not a number from 0 to 59."],
    ['0 24 * * *', "The hour '24' is not a number from 0 to 23."],
    ['0 0 0 * *', "The day '0' is not a number from 1 to 31."],
    ['0 0 1 13 *', "The month '13' is not a number from 1 to 12 or a name from JAN to DEC."],
    ['0 0 * * 8', "The weekday '8' is not a number from 0 to 7 or a name from SUN to SAT."],
    ['0 0 * MON *', "The month 'MON' is not a number from 1 to 12 or a name from JAN to DEC."],
    ['1e1 * * * *', "The minute '1e1' is not a number from 0 to 59."],
    ['0 22-2 * * *', "The range '22-2' of the hour runs backwards."],
    ['0 1-2-3 * * *', "'1-2-3' is not a range of the hour."],
    ['*/0 * * * *', "The step '/0' of the minute is not a number from 1 to 59."],
    ['*/60 * * * *', "The step '/60' of the minute is not a number from 1 to 59."],
    ['*/ * * * *', "The step '/' of the minute is not a number from 1 to 59."],
    ['*/5/5 * * * *', "'*/5/5' has more than one step."],
    ['0, * * * *', "The minute '' is not a number from 0 to 59."],
    ['0 0 31 2 *', 'No month has this day, so this would never run.'],
    ['0 0 30,31 FEB *', 'No month has this day, so this would never run.'],
    ['0 0 31 4,6,9,11 *', 'No month has this day, so this would never run.'],
    [`${'0,'.repeat(130)}0 * * * *`, 'A cron expression has at most 256 characters.'],
    [
      '1-59 1-23 2-31 * *',
      'Written out without ranges, this has more than 256 characters. ' +
        'Use steps such as */5 instead.',
    ],
  ])('is refused as %j: %s', (text, sentence) => {
    expect(problemOf(text)).toBe(sentence);
  });

  it('keeps its text except for extra blanks', () => {
    expect(parseCron(' */5  9-17 * *\tmon-FRI')).toMatchObject({
      cron: { text: '*/5 9-17 * * mon-FRI' },
    });
  });
});

describe('the shortest time between two runs', () => {
  it.each([
    ['* * * * *', 1],
    ['*/5 * * * *', 5],
    ['0 * * * *', 60],
    ['0,50 * * * *', 10],
    ['0 0,23 * * *', 60],
    // One 1st never follows another: between 23:00 and 0:00 lies a month.
    ['0 0,23 1 * *', 23 * 60],
    ['0 0,23 1,31 * *', 60],
    ['0 0,23 28 2 1', 60 * 23],
    ['0 12 * * *', 24 * 60],
    ['0 12 29 2 *', 28 * 24 * 60],
  ])('of %j is %i minutes', (text, minutes) => {
    expect(problemOf(text, 'UTC', minutes)).toBeUndefined();
    expect(problemOf(text, 'UTC', minutes + 1)).toContain(`once every ${minutes + 1} minutes`);
  });
});

describe('a time zone', () => {
  it.each([
    'UTC',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'Etc/GMT+5',
    'EST5EDT',
  ])('is accepted: %s', (tz) => {
    expect(problemOf('5 * * * *', tz)).toBeUndefined();
  });

  it.each([
    '',
    'Europe/Atlantis',
    '+01:00',
    'europe/berlin',
    'UTC ',
    'Europe/../UTC',
    'x'.repeat(60),
  ])('is refused: %j', (tz) => {
    expect(problemOf('5 * * * *', tz)).toBe(
      `There is no time zone '${tz}'. Give a name such as Europe/Berlin or UTC.`,
    );
  });
});
