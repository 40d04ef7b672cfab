import type {
  evaluate,
  ExpressionError,
  pathsIn,
  Reading,
  readsIn,
  Scope,
} from '#lib/engine/expression.ts';
import type { firstTurn, TurnOrReason } from '#lib/engine/first-turn.ts';
import { quoteName } from '#lib/kernel/value-paths.ts';
import { errorText } from '#web/api/api-error.ts';
import { misspellingOf } from './fields-of-value.ts';
import type { Sample } from './sample.ts';

/**
 * The result of a text with expressions, with saved data; `notes` say what has no value, and why.
 */
export type Preview = { value: unknown; notes: string[] } | { problem: string };

/** The code for expressions: as large as the editor's, so that it is loaded after it. */
export type Expressions = {
  evaluate: typeof evaluate;
  readsIn: typeof readsIn;
  pathsIn: typeof pathsIn;
  ExpressionError: typeof ExpressionError;
  firstTurn: typeof firstTurn;
};

type KnownScope = { scope: Scope; notes: string[] };

const isRead = (reading: Reading): boolean => reading === 'all' || reading.size > 0;

/** The event and the outputs that a setting reads. */
const readScopeData = async (
  { readsIn: readsOf }: Expressions,
  setting: unknown,
  sample: Sample,
): Promise<KnownScope> => {
  const reads = readsOf(setting);
  const nodeNames = reads.nodes === 'all' ? [...sample.outputs.keys()] : [...reads.nodes];
  const nodes: [string, unknown][] = [];
  for (const name of nodeNames) {
    const output = sample.outputs.get(name);
    if (output) nodes.push([name, await output()]);
  }
  const missing = nodeNames.filter((name) => !sample.outputs.has(name)).map((name) => `"${name}"`);
  const event = isRead(reads.event) ? await sample.event() : undefined;
  const hasNoEvent = isRead(reads.event) && event === undefined;
  return {
    scope: {
      event,
      nodes: Object.fromEntries(nodes),
      run: sample.run,
      site: { url: window.location.origin },
    },
    notes: [
      ...(missing.length > 0 ? [`There is no data for ${missing.join(', ')}.`] : []),
      ...(hasNoEvent ? ['There is no event in this data.'] : []),
    ],
  };
};

/** The selected turn, else the first turn of the loops around the node. */
const findTurn = async (expressions: Expressions, sample: Sample): Promise<TurnOrReason> => {
  const { at } = sample;
  if (!at) return { unknown: '$loop has no value here: choose a saved run and an iteration.' };
  if (at.turn) return at.turn;
  return expressions.firstTurn(at.graph, at.nodeId, async (setting, loop) => {
    const { scope } = await readScopeData(expressions, setting, sample);
    return expressions.evaluate(setting, { ...scope, loop });
  });
};

const buildScope = async (
  expressions: Expressions,
  text: string,
  sample: Sample,
): Promise<KnownScope> => {
  const scopeData = await readScopeData(expressions, text, sample);
  if (!isRead(expressions.readsIn(text).loop)) return scopeData;
  const found = await findTurn(expressions, sample);
  if ('unknown' in found) return { ...scopeData, notes: [...scopeData.notes, found.unknown] };
  return { ...scopeData, scope: { ...scopeData.scope, loop: found.turn } };
};

/** Fields that are read but do not exist. */
const misspellingsIn = (paths: readonly string[][], { event, nodes, loop }: Scope): string[] =>
  paths.flatMap(([variable, ...path]) => {
    if (variable === 'event') return misspellingOf('$event', event, path) ?? [];
    if (variable === 'loop') return misspellingOf('$loop', loop, path) ?? [];
    const [name = '', ...fields] = path;
    if (variable !== 'nodes' || !Object.hasOwn(nodes, name)) return [];
    return misspellingOf(`$nodes.${quoteName(name)}`, nodes[name], fields) ?? [];
  });

/** Evaluates a text like the engine, in the browser, with the sample's data. */
export const previewOf = async (
  expressions: Expressions,
  text: string,
  sample: Sample,
): Promise<Preview> => {
  try {
    const { scope, notes } = await buildScope(expressions, text, sample);
    const value = await expressions.evaluate<unknown>(text, scope);
    const misspellings = misspellingsIn(expressions.pathsIn(text), scope);
    return { value, notes: [...new Set([...notes, ...misspellings])] };
  } catch (error) {
    if (error instanceof expressions.ExpressionError) return { problem: error.message };
    return { problem: `The saved data cannot be read. ${errorText(error)}` };
  }
};
