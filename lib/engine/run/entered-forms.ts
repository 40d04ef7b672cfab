import { type Approval, eventFormName } from '#lib/domain/approvals/approval.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { manualStarterOf } from '#lib/domain/executions/history/history.rules.ts';
import { readEnclosingResults } from '#lib/domain/executions/lanes/lane-view.service.ts';
import { readFilledForms } from '#lib/domain/service-portal/filled-forms.service.ts';
import { iteratedForm } from '#lib/domain/service-portal/filled-forms.rules.ts';
import { isScalar } from '#lib/kernel/value-kinds.ts';
import type { PauseDeps } from '../deps.ts';
import { viewOf } from '../graph.ts';
import { structureOf } from '../structure.ts';
import type { AskingNode } from './asking-node.ts';

type Entered = NonNullable<Approval['entered']>;

/** The most forms, values, and characters of a value that approvers see; the run holds all. */
const maxForms = 10;
const maxValues = 20;
const maxValueLength = 300;

const plainText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return isScalar(value) ? String(value) : (JSON.stringify(value) ?? '');
};

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value);
  return text.length > maxValueLength
    ? `${text.slice(0, maxValueLength - 1).toWellFormed()}…`
    : text;
};

/** The first items; if there are too many, the last place says how many are left out. */
const cut = <T>(
  all: readonly T[],
  maxItems: number,
  createSummary: (hiddenCount: number) => T,
): T[] =>
  all.length <= maxItems
    ? [...all]
    : [...all.slice(0, maxItems - 1), createSummary(all.length - maxItems + 1)];

const notShown = { label: 'Not shown', value: 'Open the run to see them.' };

const valuesOf = (values: readonly { label: string; value: unknown }[]) =>
  cut(
    values.map(({ label, value }) => ({ label: textOf(label), value: textOf(value) })),
    maxValues,
    (hiddenCount) => ({ ...notShown, label: `${hiddenCount} more values` }),
  );

/** A person who runs such a bot by hand chooses an event, and does not enter it. */
const startsByEvent = (graph: Graph | undefined): boolean =>
  graph?.nodes.some(
    ({ type, settings: { trigger_type: by } }) =>
      type === 'start' && (by === 'event_driven' || by === 'compliance_finding'),
  ) ?? false;

/** The input of a run that a person started by hand. */
const startInput = ({ trigger, input }: AskingNode['run'], graph: Graph | undefined): Entered => {
  const by = manualStarterOf(trigger);
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  if (by === undefined || fields.length === 0) return [];
  const values = fields.map(([label, value]) => ({ label, value }));
  if (startsByEvent(graph)) return [{ form: eventFormName, values: valuesOf(values) }];
  return [{ form: 'Input of the run', by, values: valuesOf(values) }];
};

/** Forms in loops that have ended, by name only: each iteration has its own answers in the run. */
const iteratedForms = (graph: Graph, results: Execution['results']) => {
  const { around } = structureOf(viewOf(graph));
  const isOver = (id: string) => Object.hasOwn(results, id) && results[id]?.ended_at !== undefined;
  return graph.nodes
    .filter(({ id, type }) => type === 'user_input' && !Object.hasOwn(results, id))
    .filter(({ id }) => around(id).some(isOver))
    .map(iteratedForm);
};

/**
 * The forms that the lane can know of: its own, those of the lanes around it and of their branches;
 * forms in iterations that have ended appear by name only.
 */
const formsBefore = async (deps: PauseDeps, run: Execution, graph: Graph, lane: string) => {
  const results = await readEnclosingResults(deps.db, run, graph, lane);
  return [...(await readFilledForms(deps, graph, results)), ...iteratedForms(graph, results)];
};

/** What people entered into a run before it asks: at its start, and into its forms. */
export const readEnteredForms = async (
  deps: PauseDeps,
  { run, lane }: AskingNode,
): Promise<{ entered?: Entered }> => {
  const { tenant_id, bot_id, version } = run;
  const found = await botVersionStore(deps.db, tenant_id).get(bot_id, version);
  const hasForms = found?.graph.nodes.some(({ type }) => type === 'user_input');
  const forms = found && hasForms ? await formsBefore(deps, run, found.graph, lane) : [];
  const filledForms = forms.map(({ name: form, by, values }) => ({
    form,
    ...(by !== undefined && { by }),
    values: valuesOf(values),
  }));
  const entered = cut(
    [...startInput(run, found?.graph), ...filledForms],
    maxForms,
    (hiddenCount) => ({
      form: `${hiddenCount} more forms`,
      values: [notShown],
    }),
  );
  return entered.length > 0 ? { entered } : {};
};
