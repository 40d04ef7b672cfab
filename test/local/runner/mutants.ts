type Path = (string | number)[];

export type Mutant = { path: string; definition: object };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Every path of a definition that has an effect; comments have none. */
function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'Comment') continue;
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    yield at;
    yield* pathsIn(inner, at);
  }
}

function mutateAt(definition: object, path: Path): object {
  const changed: object = JSON.parse(JSON.stringify(definition));
  const holder = path.slice(0, -1).reduce((node: unknown, key) => Object(node)[key], changed);
  const key = path.at(-1) ?? '';
  const value: unknown = Object(holder)[key];
  // An omitted number could equal the default.
  if (typeof value === 'number') Object(holder)[key] = value * 2;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete Object(holder)[key];
  return changed;
}

/** The name of a path: `Fork/Catch/0/Next`, without the words that only nest states. */
const nameOf = (path: Path): string =>
  path.join('/').replaceAll(/(^|ItemProcessor\/)States\//g, '');

/** The definition without each of its parts in turn, and with each number doubled. */
export const mutantsOf = (definition: object): Mutant[] =>
  [...pathsIn(definition)].map((path) => ({
    path: nameOf(path),
    definition: mutateAt(definition, path),
  }));
