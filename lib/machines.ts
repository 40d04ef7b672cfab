/**
 * Every state machine, by the name of its definition in `statemachines/`, and the functions that
 * its tasks call, by their entries in `lambdas/`. The runners of both editions, the rights of the
 * machines and the variables that name them are derived.
 */
export const machines = {
  'bot-run': ['engine/advance', 'engine/pause', 'engine/fail'],
} as const satisfies Record<string, readonly string[]>;

export type MachineName = keyof typeof machines;

/** A function that tasks of this machine call. */
export type StepOf<M extends MachineName> = (typeof machines)[M][number];

export const machineNames = Object.keys(machines) as MachineName[];

/** Something of each machine. */
export const ofMachines = <T>(make: (machine: MachineName) => T): Record<MachineName, T> =>
  Object.fromEntries(machineNames.map((name) => [name, make(name)])) as Record<MachineName, T>;

/** `engine/advance` as definitions and constructs name it: `EngineAdvance`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
