import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#lib/kernel/log.ts';
import { type MachineName, machines, mapMachines, pascalCase, type StepOf } from '#lib/machines.ts';
import { retryUntilStored } from './write-failure.ts';
import { type EmbeddedRunner, openRunner, type RunnerOptions } from './runner/runner.ts';
import type { TaskFunction } from './runner/states/state.ts';
import { substitute } from './runner/substitute.ts';

type Options = Pick<RunnerOptions, 'database' | 'clock'> & {
  log: Log;
  /** The folder of the definitions. */
  folder: string;
  /** The functions that each machine's tasks call, and the callback for its ended runs. */
  machines: {
    [M in MachineName]: Pick<RunnerOptions, 'onEnded'> & {
      functions: Record<StepOf<M>, TaskFunction>;
    };
  };
};

/**
 * Opens a runner for each machine. They share one store, but their calls wait in separate queues:
 * scans, which take minutes, do not delay runs.
 */
export const openMachines = ({
  folder,
  machines: machineOptions,
  log,
  ...shared
}: Options): Record<MachineName, EmbeddedRunner> =>
  mapMachines((machine) => {
    const definition = JSON.parse(readFileSync(join(folder, `${machine}.asl.json`), 'utf8'));
    const names = machines[machine].steps.map((step) => [pascalCase(step), step]);
    const { functions, onEnded } = machineOptions[machine];
    const retryingCalls = Object.entries<TaskFunction>(functions).map(
      ([name, call]) => [name, retryUntilStored(call, { log })] as const,
    );
    return openRunner({
      ...shared,
      functions: Object.fromEntries(retryingCalls),
      ...(onEnded && { onEnded }),
      machine,
      definition: substitute(definition, Object.fromEntries(names)),
    });
  });
