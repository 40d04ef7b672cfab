/** One field of a cron expression. */
export type CronField = {
  /** The values it names, in order; all possible ones for `*`. */
  values: readonly number[];
  /** Whether it is anything other than `*`. */
  isSet: boolean;
  /** The step n, if the field is `*` with a step and nothing else. */
  step?: number;
};

/** A parsed cron expression. */
export type Cron = {
  /** The expression as written, with normalised blanks. */
  text: string;
  minute: CronField;
  hour: CronField;
  day: CronField;
  month: CronField;
  /** 0 is Sunday. */
  weekday: CronField;
};

export const maxCronLength = 256;

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
export const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

type FieldName = Exclude<keyof Cron, 'text'>;
type FieldSpec = { from: number; to: number; names?: readonly string[] };

const fields: Record<FieldName, FieldSpec> = {
  minute: { from: 0, to: 59 },
  hour: { from: 0, to: 23 },
  day: { from: 1, to: 31 },
  month: { from: 1, to: 12, names: months },
  weekday: { from: 0, to: 7, names: weekdays },
};

/** Carries the sentence that says why an expression is rejected. */
class CronError extends Error {}

const valueOf = (text: string, name: FieldName): number => {
  const { from, to, names = [] } = fields[name];
  const nameIndex = names.indexOf(text.toUpperCase());
  if (nameIndex >= 0) return from + nameIndex;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from && value <= to) return value;
  const or = names.length > 0 ? ` or a name from ${names[0]} to ${names.at(-1)}` : '';
  throw new CronError(`The ${name} '${text}' is not a number from ${from} to ${to}${or}.`);
};

const stepOf = (text: string | undefined, name: FieldName): number => {
  if (text === undefined) return 1;
  const maxStep = name === 'weekday' ? 6 : fields[name].to;
  const step = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (step >= 1 && step <= maxStep) return step;
  throw new CronError(`The step '/${text}' of the ${name} is not a number from 1 to ${maxStep}.`);
};

const boundsOf = (text: string, name: FieldName, isStepped: boolean): [number, number] => {
  const { from, to } = fields[name];
  if (text === '*') return [from, name === 'weekday' ? 6 : to];
  const [first = '', last, ...more] = text.split('-');
  if (more.length > 0) throw new CronError(`'${text}' is not a range of the ${name}.`);
  const start = valueOf(first, name);
  if (last === undefined) return [start, isStepped ? to : start];
  const end = valueOf(last, name);
  // A range may end with Sunday, whether written as 0 or 7.
  const bounded = name === 'weekday' && end === 0 && start > 0 ? 7 : end;
  if (bounded < start) throw new CronError(`The range '${text}' of the ${name} runs backwards.`);
  return [start, bounded];
};

const partValues = (part: string, name: FieldName): number[] => {
  if (/[?#]|^(\d*[LW]|LW|L-\d+)$/i.test(part)) {
    throw new CronError(`'${part}' is not supported: L, W, # and ? are not part of standard cron.`);
  }
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0) throw new CronError(`'${part}' has more than one step.`);
  const every = stepOf(step, name);
  const [start, end] = boundsOf(range, name, step !== undefined);
  const count = Math.floor((end - start) / every) + 1;
  return Array.from({ length: count }, (_, index) => start + index * every);
};

const readField = (text: string, name: FieldName): CronField => {
  const numbers = text.split(',').flatMap((part) => partValues(part, name));
  const values = numbers.map((value) => (name === 'weekday' ? value % 7 : value));
  const step = /^\*\/(\d+)$/.exec(text)?.[1];
  return {
    values: [...new Set(values)].sort((a, b) => a - b),
    isSet: text !== '*' && step !== '1',
    ...(step !== undefined && { step: Number(step) }),
  };
};

/** The largest number of days of each month. */
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const hasPossibleDay = ({ day, month, weekday }: Cron): boolean =>
  weekday.isSet ||
  month.values.some((one) => (day.values[0] ?? 32) <= (longestMonths[one - 1] ?? 0));

const readFields = (text: string): Cron => {
  const parts = text.trim().split(/\s+/);
  if (parts[0]?.startsWith('@')) {
    throw new CronError(
      `'${parts[0]}' is not supported. Write five fields: '0 0 * * *' is every day.`,
    );
  }
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  if (parts.length !== 5) {
    const count = parts[0] === '' ? 0 : parts.length;
    throw new CronError(
      `A cron expression has five fields: minute, hour, day, month, weekday; this has ${count}.`,
    );
  }
  const isStar = (field: string) => field === '*';
  if ([day, weekday].some((one) => !isStar(one) && one.includes('*'))) {
    if (!isStar(day) && !isStar(weekday)) {
      throw new CronError(
        'Day and weekday are both set, so neither may contain a *. List the days.',
      );
    }
  }
  return {
    text: parts.join(' '),
    minute: readField(minute, 'minute'),
    hour: readField(hour, 'hour'),
    day: readField(day, 'day'),
    month: readField(month, 'month'),
    weekday: readField(weekday, 'weekday'),
  };
};

/** The parsed expression, or a sentence that says why it is rejected. */
export const parseCron = (text: string): { cron: Cron } | { problem: string } => {
  const tooLong = `A cron expression has at most ${maxCronLength} characters.`;
  if (text.length > maxCronLength) return { problem: tooLong };
  try {
    const cron = readFields(text);
    if (!hasPossibleDay(cron))
      return { problem: 'No month has this day, so this would never run.' };
    return { cron };
  } catch (error) {
    if (error instanceof CronError) return { problem: error.message };
    throw error;
  }
};
