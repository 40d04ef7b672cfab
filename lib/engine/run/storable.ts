/** Levels of a value that the run's own item has room for: DynamoDB nests 32 at most. */
const deepest = 24;

const smallest = 1e-130;

const fitsNumber = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value === 0 || Math.abs(value) >= smallest);

/** Levels of lists and objects in JSON data. */
export const depthOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  let deepestEntry = 0;
  for (const entry of Object.values(value)) deepestEntry = Math.max(deepestEntry, depthOf(entry));
  return deepestEntry + 1;
};

const fits = (value: unknown, left: number): boolean => {
  if (typeof value === 'number') return fitsNumber(value);
  if (typeof value !== 'object' || value === null) return true;
  if (left === 0) return false;
  const named = Array.isArray(value) || Object.keys(value).every((key) => key && key !== '__proto__');
  return named && Object.values(value).every((entry) => fits(entry, left - 1));
};

/** Whether the database gives JSON data back as it was; what it would not, goes to files as text. */
export const isStorable = (value: unknown): boolean => fits(value, deepest);
