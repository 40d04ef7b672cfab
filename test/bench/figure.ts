import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A value compared with a limit: `of` names it if a figure has several. */
export type Goal = { of?: string; value: number; unit?: string } & (
  { atMost: number } | { atLeast: number }
);

export type Figure = {
  label: string;
  measured: string;
  calibrator?: string;
  ratio?: string;
  goals: Goal[];
};

const isMet = (goal: Goal): boolean =>
  'atMost' in goal ? goal.value <= goal.atMost : goal.value >= goal.atLeast;

const textOf = (goal: Goal): string => {
  const bound = 'atMost' in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`;
  return [goal.of, bound, goal.unit].filter((part) => part !== undefined).join(' ');
};

type Verdict = 'met' | 'missed' | 'no goal';

const verdictOn = (goals: readonly Goal[]): Verdict => {
  if (goals.length === 0) return 'no goal';
  return goals.every(isMet) ? 'met' : 'missed';
};

/** The goals of a figure in words, and whether it meets all of them. */
export const judgeGoals = (goals: readonly Goal[]) => ({
  goal: goals.map(textOf).join(', '),
  verdict: verdictOn(goals),
});

/** How many figures meet their goals, and which ones do not. */
export const summaryOf = (rows: readonly { label: string; verdict: Verdict }[]): string => {
  const of = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  const missed = of('missed').map(({ label }) => label);
  const counts = `${of('met').length} met, ${missed.length} missed`;
  return missed.length === 0 ? counts : `${counts}: ${missed.join('; ')}`;
};

/** A goal of at most this many milliseconds. */
export const atMostMs = (atMost: number, value: number, of?: string): Goal => ({
  ...(of !== undefined && { of }),
  value,
  unit: 'ms',
  atMost,
});

/** A goal of no rejected requests, from the number of answers of each status. */
export const noRefusalsGoal = (statuses: Record<number, number>): Goal => {
  const refusals = Object.entries(statuses).filter(([status]) => !status.startsWith('2'));
  return { of: 'refused', value: refusals.reduce((all, [, times]) => all + times, 0), atMost: 0 };
};

/** Runs work in a folder that is removed afterwards. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Milliseconds of processor time of this process since `then`, which depend little on the load. */
export const processorSince = (then: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(then);
  return (user + system) / 1000;
};
