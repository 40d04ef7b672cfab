import type * as z from 'zod';
import { machineDefinition, stateTypes } from './features.ts';
import type { StateDefinition } from './features.ts';
import { UnsupportedDefinition } from './unsupported.ts';

/** The states of a machine, including those of its Maps: a name is unique within a machine. */
export type Definition = { startAt: string; states: Map<string, StateDefinition> };

const isStateType = (type: string): type is keyof typeof stateTypes =>
  Object.hasOwn(stateTypes, type);

/** Reads a definition; throws `UnsupportedDefinition` for features that this runner lacks. */
export function parseDefinition(source: object): Definition {
  const machine = machineDefinition.safeParse(source);
  if (!machine.success)
    throw unsupportedFieldError('The definition', 'machine', source, machine.error);
  const { StartAt, QueryLanguage } = machine.data;
  const states = new Map<string, StateDefinition>();
  readScope(machine.data, 'the definition', QueryLanguage, states);
  return { startAt: StartAt, states };
}

type Scope = { StartAt: string; States: Record<string, { Type: string }> };

/** Transitions stay within a scope: they never lead into a Map or out of it. */
function readScope(
  { StartAt, States }: Scope,
  place: string,
  language: string,
  all: Map<string, StateDefinition>,
): void {
  const states = new Map<string, StateDefinition>();
  for (const [name, source] of Object.entries(States)) {
    const state = parseState(name, source, language);
    if (all.has(name)) rejectDefinition('name', `two states have the name "${name}".`);
    states.set(name, state);
    all.set(name, state);
    if (state.Type === 'Map') readScope(state.ItemProcessor, `the state "${name}"`, language, all);
  }
  assertStateExists(states, StartAt, `StartAt of ${place}`);
  for (const [name, state] of states) checkTargets(states, name, state);
}

function parseState(name: string, state: { Type: string }, inherited: string): StateDefinition {
  const place = `The state "${name}"`;
  if (!isStateType(state.Type)) {
    const known = Object.keys(stateTypes).join(', ');
    const sentence = `${place} has the type "${state.Type}"; the types it knows are ${known}.`;
    throw new UnsupportedDefinition(state.Type, sentence);
  }
  const language = 'QueryLanguage' in state ? state.QueryLanguage : inherited;
  if (language !== 'JSONata') {
    const sentence = `${place} uses the query language ${String(language)}; only JSONata is known.`;
    throw new UnsupportedDefinition(`QueryLanguage ${String(language)}`, sentence);
  }
  const parsed = stateTypes[state.Type].safeParse(state);
  if (!parsed.success) throw unsupportedFieldError(place, state.Type, state, parsed.error);
  return parsed.data;
}

function unsupportedFieldError(place: string, kind: string, source: object, error: z.ZodError) {
  const issue = error.issues[0];
  if (!issue) return new UnsupportedDefinition(kind, `${place} cannot be read.`);
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const field = [...path, issue.keys[0]].join('.');
    return new UnsupportedDefinition(
      `${kind}.${field}`,
      `${place} has the field "${field}", which is not known.`,
    );
  }
  const field = path.join('.');
  const given = path.reduce<unknown>((part, key) => Object(part)[key], source);
  return new UnsupportedDefinition(
    typeof given === 'string' ? `${field} ${given}` : `${kind}.${field}`,
    `${place} has a field "${field}" that is not known in this form: ${issue.message}.`,
  );
}

function checkTargets(states: Map<string, unknown>, name: string, state: StateDefinition) {
  const place = `the state "${name}"`;
  if ('Next' in state && 'End' in state) rejectExit(place, 'both Next and End');
  if (state.Type === 'Wait' && (state.Seconds === undefined) === (state.Timestamp === undefined)) {
    rejectExit(place, 'not exactly one of Seconds and Timestamp');
  }
  for (const target of targets(state, place)) assertStateExists(states, target, place);
}

function targets(state: StateDefinition, place: string): string[] {
  if (state.Type === 'Succeed' || state.Type === 'Fail') return [];
  if (state.Type === 'Choice') {
    const byRule = state.Choices.map((rule) => rule.Next);
    return state.Default === undefined ? byRule : [...byRule, state.Default];
  }
  const caught = 'Catch' in state ? state.Catch.map((catcher) => catcher.Next) : [];
  if (state.End) return caught;
  return [state.Next ?? rejectExit(place, 'neither Next nor End'), ...caught];
}

const rejectExit = (place: string, what: string): never =>
  rejectDefinition('exit', `${place} has ${what}.`);

function rejectDefinition(feature: string, sentence: string): never {
  throw new UnsupportedDefinition(feature, sentence);
}

function assertStateExists(states: Map<string, unknown>, target: string, place: string) {
  if (states.has(target)) return;
  rejectDefinition('target', `${place} names the state "${target}", which is missing.`);
}
