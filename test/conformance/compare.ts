import { allowedDifferences } from './differences.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON text inside a string is compared as JSON: the recording parsed it in some places. */
function parseEmbeddedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[{["]|^(true|false|null|-?\d)/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Whether the interpreter's value equals the recorded one, except for the listed differences. */
export function matchesRecorded(recorded: unknown, ours: unknown): boolean {
  const expected = parseEmbeddedJson(recorded);
  const actual = parseEmbeddedJson(ours);
  if (typeof expected === 'string') {
    return allowedDifferences.redacted.some((text) => text.test(expected)) || expected === actual;
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => matchesRecorded(item, actual[index]))
    );
  }
  if (!isObject(expected)) return expected === actual;
  if (!isObject(actual)) return false;
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...keys]
    .filter((key) => !(key in allowedDifferences.droppedKeys))
    .every((key) => matchesRecorded(expected[key], actual[key]));
}
