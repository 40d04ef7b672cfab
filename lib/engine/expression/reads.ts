import type { SyntaxNode } from './hooks.ts';

/** What an expression reads of one variable of its scope: certain members, or everything. */
export type Reading = 'all' | ReadonlySet<string>;

export const scopeNames = ['event', 'nodes', 'loop', 'run', 'site'] as const;
export type ScopeName = (typeof scopeNames)[number];
export type Reads = Record<ScopeName, Reading>;

/** Whether the variable is read at all. */
export const readsAny = (reading: Reading): boolean => reading === 'all' || reading.size > 0;

const joinReadings = (all: readonly Reading[]): Reading => {
  const sets = all.filter((one) => one !== 'all');
  return sets.length < all.length ? 'all' : new Set(sets.flatMap((one) => [...one]));
};

/** What several expressions read in total. */
export const joinReads = (all: readonly Reads[]): Reads => ({
  event: joinReadings(all.map(({ event }) => event)),
  nodes: joinReadings(all.map(({ nodes }) => nodes)),
  loop: joinReadings(all.map(({ loop }) => loop)),
  run: joinReadings(all.map(({ run }) => run)),
  site: joinReadings(all.map(({ site }) => site)),
});

const isScopeName = (name: unknown): name is ScopeName =>
  scopeNames.some((scopeName) => scopeName === name);

const bareVariable = new Set(['type', 'value', 'position']);

const isBareVariable = (step: SyntaxNode | undefined): step is SyntaxNode & { value: ScopeName } =>
  step?.type === 'variable' &&
  isScopeName(step.value) &&
  Object.keys(step).every((name) => bareVariable.has(name));

/** The first two steps of a path that begins with `$variable.member`. */
const memberPath = (node: SyntaxNode) => {
  if (node.type !== 'path' || !Array.isArray(node.steps)) return undefined;
  const [variable, member]: SyntaxNode[] = node.steps;
  if (!isBareVariable(variable) || member?.type !== 'name') return undefined;
  return typeof member.value === 'string' ? { variable, member: member.value } : undefined;
};

/**
 * What a syntax tree reads, as far as its text shows: `$nodes.Fetch.body` reads one member,
 * `$nodes` alone may read any, and so may a path with the parent operator `%`.
 */
export const readsOf = (nodes: readonly SyntaxNode[]): Reads => {
  const reads: Record<ScopeName, 'all' | Set<string>> = {
    event: new Set(),
    nodes: new Set(),
    loop: new Set(),
    run: new Set(),
    site: new Set(),
  };
  const members = nodes.flatMap((node) => memberPath(node) ?? []);
  for (const { variable, member } of members) {
    const reading = reads[variable.value];
    if (reading !== 'all') reading.add(member);
  }
  const narrowed = new Set<unknown>(members.map(({ variable }) => variable));
  for (const node of nodes) {
    if (node.type === 'variable' && isScopeName(node.value) && !narrowed.has(node)) {
      reads[node.value] = 'all';
    }
  }
  const hasParentStep = nodes.some(({ type }) => type === 'parent');
  if (hasParentStep) for (const name of scopeNames) if (readsAny(reads[name])) reads[name] = 'all';
  return reads;
};

/** The paths of names that begin at a variable of the scope: `$event.user.name`. */
export const pathsOf = (nodes: readonly SyntaxNode[]): string[][] =>
  nodes.flatMap((node) => {
    if (node.type !== 'path' || !Array.isArray(node.steps)) return [];
    const [variable, ...steps]: SyntaxNode[] = node.steps;
    if (!isBareVariable(variable)) return [];
    const endIndex = steps.findIndex(({ type }) => type !== 'name');
    const names = steps
      .slice(0, endIndex < 0 ? steps.length : endIndex)
      .map(({ value }) => String(value));
    return names.length === 0 ? [] : [[variable.value, ...names]];
  });
