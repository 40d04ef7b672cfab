import { EvaluationFailure, StateFailure, withinResultLimit } from '../failure.ts';
import type { MapDefinition } from '../features.ts';
import { compileRecovery } from '../recovery.ts';
import { entryPosition } from '../run.ts';
import type { Phase, Position, Run } from '../run.ts';
import { compile, compileTyped } from '../template.ts';
import { compileExit } from './exit.ts';
import type { Outcome, RunnerContext, State } from './state.ts';

/** The most concurrent iterations of an inline Map, as in Step Functions. */
const maxConcurrentIterations = 40;

type Mapping = Phase & { kind: 'mapping' };

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** Runs its states once for each item. The first iteration that fails ends the others. */
export function mapState(name: string, definition: MapDefinition, context: RunnerContext): State {
  const { store } = context;
  const recover = compileRecovery(definition, context);
  const leave = compileExit(definition);
  const open = compileOpening(definition);
  const next = compileIterations(definition, context);

  const attempt = async (run: Run): Promise<Outcome> => {
    const { phase } = run.position;
    const { iterations } = run;
    if (phase.kind !== 'mapping' || !iterations) return open(run);
    const { failure, begun, ended } = iterations;
    if (failure) throw new StateFailure(failure.error ?? '', failure.cause ?? '');
    const startCount = Math.min(phase.limit - iterations.open.size, phase.items.length - begun);
    if (startCount > 0)
      return { kind: 'begun', iterations: await next(run, phase, begun, startCount) };
    if (ended < phase.items.length) return { kind: 'sleeping', phase };
    const result = JSON.parse(withinResultLimit(JSON.stringify(store.outputs(run)), name));
    run.note('MapStateSucceeded');
    return leave(run, result, { result });
  };

  return {
    type: 'Map',
    step: async (run) => {
      try {
        return await attempt(run);
      } catch (thrown) {
        const outcome = await recover(run, run.failure(thrown));
        if (outcome.kind !== 'sleeping') run.note('MapStateFailed');
        return outcome;
      }
    },
  };
}

/** Evaluates the items and the concurrency limit, once. */
function compileOpening({ Items, MaxConcurrency }: MapDefinition) {
  const items = Items === undefined ? undefined : compileTyped(Items, 'Items', 'array', isList);
  const limit = compileTyped(MaxConcurrency, 'MaxConcurrency', 'whole number', isCount);
  const inputItems = ({ position: { input } }: Run): unknown[] => {
    if (isList(input)) return input;
    const sentence = `Map state input must be an array but was: ${JSON.stringify(input)}`;
    throw new EvaluationFailure('Items', sentence);
  };
  return async (run: Run): Promise<Outcome> => {
    const bindings = run.bindings();
    const list = items ? await items(bindings) : inputItems(run);
    const concurrency = Math.min(
      (await limit(bindings)) || maxConcurrentIterations,
      maxConcurrentIterations,
    );
    run.note('MapStateStarted', { length: list.length });
    return { kind: 'moved', phase: { kind: 'mapping', items: list, limit: concurrency } };
  };
}

/** Creates the initial positions of the iterations from `first` on. */
function compileIterations(definition: MapDefinition, { clock }: Pick<RunnerContext, 'clock'>) {
  const { ItemSelector, ItemProcessor } = definition;
  const select = ItemSelector === undefined ? undefined : compile(ItemSelector, 'ItemSelector');
  return async (run: Run, { items }: Mapping, first: number, count: number) => {
    const positions: Position[] = [];
    for (let index = first; index < first + count; index += 1) {
      const bindings = run.bindings({}, run.item(index));
      const input = select ? await select(bindings) : items[index];
      positions.push(entryPosition(ItemProcessor.StartAt, input, clock(), 0));
    }
    return positions;
  };
}
