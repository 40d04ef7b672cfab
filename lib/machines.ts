import type { IdKind } from './kernel/id-kinds.ts';

type Machine = {
  /** The kind of id that names its runs; what they start themselves has other names. */
  runs: IdKind;
  /** The functions that its tasks call, by their entries in `lambdas/`. */
  steps: readonly string[];
};

/**
 * Every state machine, by the name of its definition in `statemachines/`. The runners of both
 * editions, the rights of the machines, the variables that name them and the rule about runs that
 * AWS has ended are derived; `lib/stopped-runs.ts` says how the record of such a run is closed.
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

/** A function that tasks of this machine call. */
export type StepOf<M extends MachineName> = (typeof machines)[M]['steps'][number];

export const machineNames = Object.keys(machines) as MachineName[];

/** Something of each machine. */
export const ofMachines = <T>(make: (machine: MachineName) => T): Record<MachineName, T> =>
  Object.fromEntries(machineNames.map((name) => [name, make(name)])) as Record<MachineName, T>;

/** `engine/advance` as definitions and constructs name it: `EngineAdvance`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
