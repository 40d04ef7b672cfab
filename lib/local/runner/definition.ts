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
  subject: string,
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
  assertStateExists(states, StartAt, `StartAt of ${subject}`);
  for (const [name, state] of states) checkTargets(states, name, state);
}

function parseState(
  name: string,
  state: { Type: string },
  parentLanguage: string,
): StateDefinition {
  const subject = `The state "${name}"`;
  if (!isStateType(state.Type)) {
    const knownTypes = Object.keys(stateTypes).join(', ');
    const sentence =
      `${subject} has the type "${state.Type}"; ` +
      `the types it knows are ${knownTypes}.`;
    throw new UnsupportedDefinition(state.Type, sentence);
  }
  const language = 'QueryLanguage' in state ? state.QueryLanguage : parentLanguage;
  if (language !== 'JSONata') {
    const languageName = String(language);
    const sentence = `${subject} uses the query language ${languageName}; only JSONata is known.`;
    throw new UnsupportedDefinition(`QueryLanguage ${languageName}`, sentence);
  }
  const parsed = stateTypes[state.Type].safeParse(state);
  if (!parsed.success) throw unsupportedFieldError(subject, state.Type, state, parsed.error);
  return parsed.data;
}

function unsupportedFieldError(subject: string, kind: string, source: object, error: z.ZodError) {
  const issue = error.issues[0];
  if (!issue) return new UnsupportedDefinition(kind, `${subject} cannot be read.`);
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const field = [...path, issue.keys[0]].join('.');
    return new UnsupportedDefinition(
      `${kind}.${field}`,
      `${subject} has the field "${field}", which is not known.`,
    );
  }
  const field = path.join('.');
  const value = path.reduce<unknown>((current, key) => Object(current)[key], source);
  return new UnsupportedDefinition(
    typeof value === 'string' ? `${field} ${value}` : `${kind}.${field}`,
    `${subject} has a field "${field}" that is not known in this form: ${issue.message}.`,
  );
}

function checkTargets(states: Map<string, unknown>, name: string, state: StateDefinition) {
  const subject = `the state "${name}"`;
  if ('Next' in state && 'End' in state) rejectExit(subject, 'both Next and End');
  if (state.Type === 'Wait' && (state.Seconds === undefined) === (state.Timestamp === undefined)) {
    rejectExit(subject, 'not exactly one of Seconds and Timestamp');
  }
  for (const target of targets(state, subject)) assertStateExists(states, target, subject);
}

function targets(state: StateDefinition, subject: string): string[] {
  if (state.Type === 'Succeed' || state.Type === 'Fail') return [];
  if (state.Type === 'Choice') {
    const byRule = state.Choices.map((rule) => rule.Next);
    return state.Default === undefined ? byRule : [...byRule, state.Default];
  }
  const catchTargets = 'Catch' in state ? state.Catch.map((catcher) => catcher.Next) : [];
  if (state.End) return catchTargets;
  return [state.Next ?? rejectExit(subject, 'neither Next nor End'), ...catchTargets];
}

const rejectExit = (subject: string, problem: string): never =>
  rejectDefinition('exit', `${subject} has ${problem}.`);

function rejectDefinition(feature: string, sentence: string): never {
  throw new UnsupportedDefinition(feature, sentence);
}

function assertStateExists(states: Map<string, unknown>, target: string, subject: string) {
  if (states.has(target)) return;
  rejectDefinition('target', `${subject} names the state "${target}", which is missing.`);
}
