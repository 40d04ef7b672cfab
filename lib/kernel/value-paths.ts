type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Writes a name for an expression; names that are not plain words are put in backticks. */
export const quoteName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;

export type ValuePath = { path: string; value: unknown };

const maxDepth = 4;
const maxPaths = 60;

/** The parts of a value: its fields, or the first entry of a list. */
const childrenOf = ({ path, value }: ValuePath): ValuePath[] => {
  if (Array.isArray(value)) {
    return value.length > 0 ? [{ path: `${path}[0]`, value: value[0] as unknown }] : [];
  }
  if (!isFields(value)) return [];
  return Object.entries(value)
    .slice(0, maxPaths)
    .map(([name, child]) => ({ path: `${path}.${quoteName(name)}`, value: child }));
};

/** The paths into a value, outer ones first, limited in depth and number. */
export const pathsBelow = (code: string, value: unknown): ValuePath[] => {
  let level: ValuePath[] = [{ path: code, value }];
  const found: ValuePath[] = [];
  for (let depth = 0; depth < maxDepth && found.length < maxPaths; depth += 1) {
    level = level.flatMap(childrenOf).slice(0, maxPaths);
    found.push(...level);
  }
  return found.slice(0, maxPaths);
};
