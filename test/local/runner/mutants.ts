type Path = (string | number)[];

export type Mutant = { path: string; definition: object };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Where a definition says something; comments say nothing. */
function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'Comment') continue;
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    yield at;
    yield* pathsIn(inner, at);
  }
}

function change(definition: object, path: Path): object {
  const changed: object = JSON.parse(JSON.stringify(definition));
  const holder = path.slice(0, -1).reduce((part: unknown, key) => Object(part)[key], changed);
  const key = path.at(-1) ?? '';
  const value: unknown = Object(holder)[key];
  // A number that is left out may be the same by default.
  if (typeof value === 'number') Object(holder)[key] = value * 2;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete Object(holder)[key];
  return changed;
}

/** What a place is called: `Fork/Catch/0/Next`; the states of a machine need no more words. */
const nameOf = (path: Path): string =>
  path.join('/').replaceAll(/(^|ItemProcessor\/)States\//g, '');

/** The definition, once with each thing that it says left out, and each number doubled. */
export const mutantsOf = (definition: object): Mutant[] =>
  [...pathsIn(definition)].map((path) => ({
    path: nameOf(path),
    definition: change(definition, path),
  }));
