import jsonata from 'jsonata';
import { evaluationLimits } from './budget.ts';
import { ExpressionError, Overrun, syntaxReasonOf } from './errors.ts';
import { functions } from './functions.ts';
import { budgetOf, entryHook, exitHook, type Frame, type SyntaxNode } from './hooks.ts';
import { pathsOf, type Reads, readsOf, scopeNames } from './reads.ts';
import { linearPattern, regexEngine } from './regex.ts';
import { nodesInTree } from './syntax.ts';
import { findUnknownName } from './variables.ts';

export type Compiled = {
  /** Prepared on first use, since most expressions are only checked. */
  readonly expression: () => jsonata.Expression;
  readonly reads: Reads;
  readonly paths: string[][];
};

const maxLength = 10_000;

/** Rejects parts of the language that reach beyond values, or whose cost cannot be limited. */
const assertSupportedNode = (node: SyntaxNode): void => {
  if (node.type === 'transform') {
    throw new Overrun('the transform operator |…| is not available. Build the value with { }.');
  }
  if (node.type === 'lambda' && node.signature !== undefined) {
    throw new Overrun('signatures <…> of functions are not supported. Leave them out.');
  }
  if (node.type === 'variable' && node.value === 'eval') {
    throw new Overrun('there is no function $eval.');
  }
  // Otherwise JSONata would await such a record, and the host would call its `then`.
  if (node.focus === 'then' || node.index === 'then') {
    throw new Overrun('a variable cannot be named $then.');
  }
  if (node.type === 'regex' && node.value instanceof RegExp) linearPattern(node.value);
};

/** `$event, $nodes and $run`. */
const readable = scopeNames
  .map((name) => `$${name}`)
  .join(', ')
  .replace(/, (\S+)$/, ' and $1');

/** Rejects unknown names: they would yield nothing, and silently decide conditions. */
const assertKnownNames = (root: SyntaxNode): void => {
  const unknownName = findUnknownName(root);
  if (!unknownName) return;
  const problem = `there is no ${unknownName.kind} $${unknownName.name}.`;
  if (unknownName.kind === 'function') throw new Overrun(problem);
  throw new Overrun(`${problem} Expressions can read ${readable}.`);
};

/** The value expressions of an object constructor or of a grouping. */
const valuesOf = ({ lhs }: SyntaxNode): unknown[] =>
  Array.isArray(lhs) ? lhs.map((pair: unknown) => (Array.isArray(pair) ? pair[1] : undefined)) : [];

const objectValues = (nodes: readonly SyntaxNode[]): ReadonlySet<unknown> => {
  const constructors = nodes.filter(({ type, value }) => type === 'unary' && value === '{');
  const groups = nodes.flatMap(({ group }) => (group ? [group as SyntaxNode] : []));
  return new Set([...constructors, ...groups].flatMap(valuesOf));
};

const widestWildcard = 10_000;

/** JSONata awaits the returned promise, and so continues in its next slice. */
const enter = (node: SyntaxNode, input: unknown, frame: Frame): Promise<void> | undefined => {
  const budget = budgetOf(frame);
  budget.enter();
  if (node.type === 'regex') frame.base.RegexEngine = regexEngine(budget);
  const isObject = typeof input === 'object' && input !== null;
  if (node.type === 'wildcard' && isObject && Object.keys(input).length > widestWildcard) {
    throw new Overrun(`it uses * on more than ${widestWildcard} entries.`);
  }
  return budget.giveWay();
};

const leave =
  (values: ReadonlySet<unknown>) =>
  (node: SyntaxNode, _input: unknown, frame: Frame, result: unknown): void => {
    const budget = budgetOf(frame);
    budget.exitCall();
    if (typeof result === 'function' && values.has(node)) {
      throw new Overrun('an object cannot hold a pattern or a passed function.');
    }
    if (node.type === 'binary' && node.value === '&') budget.countCreated(result);
    else budget.measure(result);
  };

const parse = (code: string): jsonata.Expression => {
  if (code === '') throw new Overrun('it is empty. Write one between {% and %}.');
  if (code.length > maxLength) throw new Overrun(`it is longer than ${maxLength} characters.`);
  return jsonata(code, { sequence: evaluationLimits.entries });
};

const assignFunctions = (expression: jsonata.Expression): void => {
  for (const [name, definition] of Object.entries(functions)) expression.assign(name, definition);
  const values = objectValues(nodesInTree(expression.ast()));
  expression.assign(entryHook as unknown as string, enter);
  expression.assign(exitHook as unknown as string, leave(values));
};

const prepare = (code: string): Compiled => {
  const expression = parse(code);
  const nodes = nodesInTree(expression.ast());
  nodes.forEach(assertSupportedNode);
  assertKnownNames(expression.ast() as unknown as SyntaxNode);
  let isReady = false;
  const ready = () => {
    if (!isReady) assignFunctions(expression);
    isReady = true;
    return expression;
  };
  return { expression: ready, reads: readsOf(nodes), paths: pathsOf(nodes) };
};

const cacheSize = 500;
const cache = new Map<string, Compiled>();

/** The compiled expression. Throws an `ExpressionError` that says what is wrong with its text. */
export const compile = (code: string): Compiled => {
  const cached = cache.get(code);
  if (cached) return cached;
  try {
    const compiled = prepare(code);
    const [oldest] = cache.keys();
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
    cache.set(code, compiled);
    return compiled;
  } catch (error) {
    throw new ExpressionError(code, 'cannot be read', syntaxReasonOf(error));
  }
};
