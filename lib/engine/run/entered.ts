import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { callerOf } from '#lib/domain/executions/history/history.rules.ts';
import { formsIn } from '#lib/domain/service-portal/entered.rules.ts';
import type { PauseDeps } from '../deps.ts';
import type { Asking } from './asked.ts';

type Entered = NonNullable<Approval['entered']>;

/** What people who decide are shown of it; the run itself holds all. */
const mostForms = 10;
const mostValues = 20;
const longestValue = 300;

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const plainText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return isPlain(value) ? String(value) : (JSON.stringify(value) ?? '');
};

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1).toWellFormed()}…` : text;
};

const valuesOf = (values: readonly { label: string; value: unknown }[]) =>
  values.slice(0, mostValues).map(({ label, value }) => ({ label, value: textOf(value) }));

/** What a run that somebody started by hand was given. */
const startInput = ({ trigger, input }: Asking['run']): Entered => {
  const by = callerOf(trigger);
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  if (by === undefined || fields.length === 0) return [];
  const values = fields.map(([label, value]) => ({ label, value }));
  return [{ form: 'Input of the run', by, values: valuesOf(values) }];
};

/** What people have entered into a run before it asks: into its forms, and at its start. */
export const enteredBefore = async (
  { db }: PauseDeps,
  { run, state }: Asking,
): Promise<{ entered?: Entered }> => {
  const { tenant_id, bot_id, version } = run;
  const found = await botVersionStore(db, tenant_id).get(bot_id, version);
  const results = { ...run.results, ...state.results };
  const forms = found ? formsIn(found.graph, results) : [];
  const filled = forms.map(({ name: form, by, values }) => ({
    form,
    by,
    values: valuesOf(values),
  }));
  const entered = [...startInput(run), ...filled].slice(0, mostForms);
  return entered.length > 0 ? { entered } : {};
};
