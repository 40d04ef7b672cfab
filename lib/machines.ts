import type { IdKind } from './kernel/id-kinds.ts';

type Machine = {
  /** The kind of id that names its runs; child runs that a run starts have other names. */
  runs: IdKind;
  /** The functions that its tasks call, as entries of `lambdas/`. */
  steps: readonly string[];
};

/**
 * Every state machine, by the name of its definition in `statemachines/`. The runners of both
 * editions, the machines' permissions, the variables that name them and the rule for runs ended by
 * AWS are derived from it; `lib/stopped-runs.ts` closes the record of such a run.
 */
export const machines = {
  'bot-run': { runs: 'exc', steps: ['engine/advance', 'engine/pause', 'engine/fail'] },
  'inventory-run': {
    runs: 'iex',
    steps: [
      'inventory/plan',
      'inventory/collect',
      'inventory/evaluate',
      'inventory/publish',
      'inventory/fail',
    ],
  },
} as const satisfies Record<string, Machine>;

export type MachineName = keyof typeof machines;

/** The name of a function that tasks of this machine call. */
export type StepOf<M extends MachineName> = (typeof machines)[M]['steps'][number];

export const machineNames = Object.keys(machines) as MachineName[];

/** Builds a record with one value for each machine. */
export const mapMachines = <T>(make: (machine: MachineName) => T): Record<MachineName, T> =>
  Object.fromEntries(machineNames.map((name) => [name, make(name)])) as Record<MachineName, T>;

/** Converts `engine/advance` to its name in definitions and constructs: `EngineAdvance`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
