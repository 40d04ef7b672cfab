import type { JobKind } from './job.schema.ts';

type Args = Readonly<Record<string, unknown>>;
type Facts = {
  /** Whether it changes nothing. */
  readOnly: boolean;
  /** Whether doing it twice has the same effect as doing it once. */
  idempotent: boolean;
};

const readOnlyFacts: Facts = { readOnly: true, idempotent: true };
const idempotentFacts: Facts = { readOnly: false, idempotent: true };
const effectFacts: Facts = { readOnly: false, idempotent: false };

const facts: Record<JobKind, Facts | ((args: Args) => Facts)> = {
  'kubernetes.list': readOnlyFacts,
  'kubernetes.get': readOnlyFacts,
  'kubernetes.logs': readOnlyFacts,
  'kubernetes.snapshot': readOnlyFacts,
  // A JSON patch is not idempotent: each time, it may append to a list.
  'kubernetes.patch': ({ type }) => (type === 'json' ? effectFacts : idempotentFacts),
  'kubernetes.scale': idempotentFacts,
  'kubernetes.restart': idempotentFacts,
  'kubernetes.delete': effectFacts,
  'linux.run': effectFacts,
  'linux.read_file': readOnlyFacts,
  'linux.service': ({ verb }) => (verb === 'status' ? readOnlyFacts : effectFacts),
  http: ({ method = 'GET' }) =>
    method === 'GET' || method === 'HEAD' ? readOnlyFacts : effectFacts,
};

/** Whether work of an agent changes the system, and whether it is safe to repeat. */
export const factsOfWork = (kind: JobKind, args: Args): Facts => {
  const found = facts[kind];
  return typeof found === 'function' ? found(args) : found;
};
