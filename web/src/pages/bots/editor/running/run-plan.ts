import type * as z from 'zod';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import type { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { isObject } from '#lib/kernel/value-kinds.ts';
import {
  type DataSource,
  firstSource,
  isEvent,
  type TriggerEventSource,
} from '../../trial/source.ts';
import type { TriggerEvents } from '../../trial/use-trigger-events.ts';
import { readInput } from './run-input.ts';

/** The part of the bot to run: all of it, up to a node, or from a node on. */
export const runParts = ['all', 'until', 'from'] as const;
export type RunPart = (typeof runParts)[number];

/** A manual run as edited in its dialog. */
export type RunPlan = {
  part: RunPart;
  /** The run that provides the input or results, with its display name. */
  run: { id: string; name: string } | undefined;
  /** An event of the bot's trigger, used instead of an input. */
  event: TriggerEventSource | undefined;
  /** The input as text, used if neither is chosen. */
  text: string;
  dryRun: boolean;
  withoutCache: boolean;
  usePins: boolean;
  force: boolean;
};

type Versions = Pick<BotSummary, 'draft_version' | 'published_version' | 'status'>;

/**
 * Whether a run uses pinned data by default: it is for trials of a draft. A version that is enabled
 * and published runs with real data.
 */
export const usesPinsByDefault = (
  { draft_version, published_version, status }: Versions,
  pins: number,
) => pins > 0 && !(status === 'enabled' && published_version === draft_version);

/** The initial data of a run: the data for trials if it can start a run, else none. */
export const initialRunData = (
  source: DataSource,
  triggerEvents: TriggerEvents | undefined,
): Pick<RunPlan, 'event' | 'text'> => {
  const inputText = source.kind === 'json' ? source.text : '{}';
  const eventSource = isEvent(source) ? source : firstSource(triggerEvents);
  const isEventUsed = source.kind !== 'json' && isEvent(eventSource);
  return { event: isEventUsed ? eventSource : undefined, text: inputText };
};

type Start = Omit<z.input<(typeof executionRoutes)['startExecution']['input']>, 'bot_id'>;

/** The call that the dialog makes. */
export type RunRequest =
  { start: Start } | { resume: { id: string; from: string; dry_run?: true } };

type Input = { input: Record<string, unknown> } | { problem: string };

/** The input of an earlier run; empty if it had none, for example a scheduled one. */
export const toRunInput = (input: unknown): Input => {
  if (input === undefined) return { input: {} };
  return isObject(input)
    ? { input }
    : { problem: 'The input of that run is not a JSON object. Write one instead.' };
};

const eventInputOf = (event: TriggerEventSource) =>
  event.kind === 'finding'
    ? { input: event.payload }
    : { event: { listener_id: event.listener_id, event_id: event.id } };

/** The call for a plan, or what is missing. `saved` is the input of the chosen run, once loaded. */
export const requestOf = (
  plan: RunPlan,
  nodeId: string | undefined,
  saved: { value: unknown } | undefined,
): RunRequest | { problem: string } => {
  const { part, run, event, text } = plan;
  if (part === 'from') {
    if (!run || nodeId === undefined) return { problem: 'Choose a run.' };
    return { resume: { id: run.id, from: nodeId, ...(plan.dryRun && { dry_run: true }) } };
  }
  if (run && !saved) return { problem: 'The input of that run is still being read.' };
  const input = event ? eventInputOf(event) : saved ? toRunInput(saved.value) : readInput(text);
  if ('problem' in input) return input;
  return {
    start: {
      ...input,
      ...(part === 'until' && nodeId !== undefined && { until: nodeId }),
      ...(plan.dryRun && { dry_run: true }),
      ...(plan.withoutCache && { caching_settings: false }),
      ...(plan.usePins && { use_pins: true }),
      ...(plan.force && { forceStart: true }),
    },
  };
};
