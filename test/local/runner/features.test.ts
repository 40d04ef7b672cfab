import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { UnsupportedDefinition } from '#lib/local/runner/unsupported.ts';
import { botRun, statesOf } from '#test/support/state-machine.ts';
import { mutantsOf } from './mutants.ts';
import type { Mutant } from './mutants.ts';
import { errorFreeScenarios, failureScenario } from './scenarios.ts';
import type { FunctionName, ObservedBehaviour, Scenario } from './scenarios.ts';

const definition = botRun();

/** Parts of the definition that no scenario can show here, with the reason. */
const unobservableParts: [place: RegExp, reason: string][] = [
  [/^Fork.Lane.Retry/, 'a run inside of one process never fails to start'],
  [/^Fork.ItemProcessor.ProcessorConfig/, 'INLINE is the default; it is said for AWS'],
  [/^Fork.Fails all.(Error|Cause)$/, 'the run looks itself at what its lanes came to'],
  [/^(Advance|Pause).Retry.1.MaxDelaySeconds$/, 'three attempts never wait so long'],
];

const functionOfState: Record<string, FunctionName> = {
  Advance: 'advance',
  Pause: 'pause',
  Lost: 'fail',
};

/** A scenario for each error that the definition retries, and one for running out of retries. */
const errorScenarios = new Map<string, Scenario>();
for (const [state, { Retry = [] }] of statesOf(Object(definition))) {
  const name = functionOfState[state];
  const retriers: { ErrorEquals: string[] }[] = Object(Retry);
  for (const [at, { ErrorEquals }] of retriers.entries()) {
    if (!name) continue;
    const path = `${state}/Retry/${at}`;
    errorScenarios.set(path, failureScenario(name, ErrorEquals[0] ?? '', 'always'));
    for (const [index, error] of ErrorEquals.entries()) {
      errorScenarios.set(`${path}/ErrorEquals/${index}`, failureScenario(name, error, 'once'));
    }
  }
}

const behaviourCache = new Map<Scenario, Promise<ObservedBehaviour>>();

/** The behaviour of the unchanged definition in this scenario. */
const originalBehaviourOf = (scenario: Scenario): Promise<ObservedBehaviour> => {
  const behaviour = behaviourCache.get(scenario) ?? scenario(definition);
  behaviourCache.set(scenario, behaviour);
  return behaviour;
};

/** The scenarios in which a change may show, the most likely first. */
const likelyScenarios = (path: string): Scenario[] => {
  const near = [...errorScenarios].filter(
    ([prefix]) => path.startsWith(prefix) || prefix.startsWith(path),
  );
  return [...near.map(([, scenario]) => scenario), ...Object.values(errorFreeScenarios)];
};

/** Whether the changed definition is rejected, or behaves differently. */
async function isNoticed({ path, definition: changed }: Mutant): Promise<boolean> {
  for (const scenario of likelyScenarios(path)) {
    try {
      if (!isDeepStrictEqual(await scenario(changed), await originalBehaviourOf(scenario)))
        return true;
    } catch (error) {
      if (error instanceof UnsupportedDefinition) return true;
      throw error;
    }
  }
  return false;
}

describe('every feature that the state machines use', () => {
  it('is tested with bot-run, or with inventory-run in the tests of scans', () => {
    // Those of scans are tested with scans: test/domain/inventory/scan.test.ts.
    expect(readdirSync('statemachines')).toEqual(['bot-run.asl.json', 'inventory-run.asl.json']);
  });

  it('has an effect: a change of it alters the behaviour of some scenario', async () => {
    const unnoticed: string[] = [];
    for (const mutant of mutantsOf(definition)) {
      if (!(await isNoticed(mutant))) unnoticed.push(mutant.path);
    }
    const remaining = unnoticed.filter(
      (path) => !unobservableParts.some(([pattern]) => pattern.test(path)),
    );
    expect(remaining).toEqual([]);
    for (const [pattern] of unobservableParts)
      expect(unnoticed.some((path) => pattern.test(path))).toBe(true);
  });
});
