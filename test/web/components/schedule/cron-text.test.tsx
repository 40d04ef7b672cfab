import { parseCron } from '#lib/domain/schedules/cron.rules.ts';
import { cronText } from '#web/components/schedule/cron-text.ts';

const textOf = (expression: string) => {
  const result = parseCron(expression);
  return 'cron' in result ? cronText(result.cron) : result.problem;
};

describe('a cron expression in words', () => {
  it.each([
    ['* * * * *', 'Every minute.'],
    ['*/15 * * * *', 'Every 15 minutes.'],
    ['0 * * * *', 'Every hour.'],
    ['5 * * * *', 'Every hour at minute 5.'],
    ['30 */6 * * *', 'Every 6 hours at minute 30.'],
    ['0 9 * * *', 'At 09:00 every day.'],
    ['0,30 9 * * *', 'At 09:00 and 09:30 every day.'],
    ['15 8 * * MON-FRI', 'At 08:15, on Monday to Friday.'],
    ['0 9 * * SUN,WED', 'At 09:00, on Sunday and Wednesday.'],
    ['0 6 1 * *', 'At 06:00, on day 1 of the month.'],
    ['0 6 1,15 1,7 *', 'At 06:00, on day 1 and 15 of the month, in January and July.'],
    ['0 6 13 * FRI', 'At 06:00, on day 13 of the month or on Friday.'],
    ['*/30 * * 12 *', 'Every 30 minutes, in December.'],
  ])('is, for %s, "%s"', (expression, text) => {
    expect(textOf(expression)).toBe(text);
  });

  it.each([
    '*/7 * * * *',
    '*/15 8-17 * * *',
    '20,40 */5 * * *',
    '0 9 */2 * *',
    '1,2,3 1,2,3 * * *',
  ])('is undefined for %s, which is too complex', (expression) => {
    expect(textOf(expression)).toBeUndefined();
  });
});
