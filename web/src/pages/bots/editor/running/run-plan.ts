import type * as z from 'zod';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import type { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { readInput } from './run-input.ts';

/** Which part of the bot is run: all of it, up to a node, or what follows from a node on. */
export const runParts = ['all', 'until', 'from'] as const;
export type RunPart = (typeof runParts)[number];

/** A run by hand as its dialog has it. */
export type RunPlan = {
  part: RunPart;
  /** The run whose input, or whose results, are taken; its name as it was chosen. */
  run: { id: string; name: string } | undefined;
  /** The input as text, where no run's is taken. */
  text: string;
  dryRun: boolean;
  withoutCache: boolean;
  usePins: boolean;
  force: boolean;
};

type Versions = Pick<BotSummary, 'draft_version' | 'published_version' | 'status'>;

/**
 * Whether a run takes pinned data unless told otherwise: those are for trying a draft. What others
 * rely on already runs with real ones.
 */
export const takesPins = ({ draft_version, published_version, status }: Versions, pins: number) =>
  pins > 0 && !(status === 'enabled' && published_version === draft_version);

type Start = Omit<z.input<(typeof executionRoutes)['startExecution']['input']>, 'bot_id'>;

/** What the dialog asks the server for. */
export type RunRequest = { start: Start } | { resume: { id: string; from: string } };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Input = { input: Record<string, unknown> } | { problem: string };

/** The input of a run that has been; a run without any, a scheduled one say, had none. */
export const savedInput = (input: unknown): Input => {
  if (input === undefined) return { input: {} };
  return isObject(input)
    ? { input }
    : { problem: 'The input of that run is no JSON object. Write one instead.' };
};

/**
 * The call that a plan stands for, or what is missing. `saved` is the input of the chosen run, once
 * it is known.
 */
export const requestOf = (
  plan: RunPlan,
  nodeId: string | undefined,
  saved: { value: unknown } | undefined,
): RunRequest | { problem: string } => {
  const { part, run, text } = plan;
  if (part === 'from') {
    if (!run || nodeId === undefined) return { problem: 'Choose a run.' };
    return { resume: { id: run.id, from: nodeId } };
  }
  if (run && !saved) return { problem: 'The input of that run is still being read.' };
  const read = saved ? savedInput(saved.value) : readInput(text);
  if ('problem' in read) return read;
  return {
    start: {
      input: read.input,
      ...(part === 'until' && nodeId !== undefined && { until: nodeId }),
      ...(plan.dryRun && { dry_run: true }),
      ...(plan.withoutCache && { caching_settings: false }),
      ...(plan.usePins && { use_pins: true }),
      ...(plan.force && { forceStart: true }),
    },
  };
};
