import type { JobKind } from './job.schema.ts';

type Args = Readonly<Record<string, unknown>>;
type Facts = {
  /** Whether it changes nothing. */
  reads: boolean;
  /** Whether doing it twice has the same effect as doing it once. */
  idempotent: boolean;
};

const reading: Facts = { reads: true, idempotent: true };
const setting: Facts = { reads: false, idempotent: true };
const acting: Facts = { reads: false, idempotent: false };

const facts: Record<JobKind, Facts | ((args: Args) => Facts)> = {
  'kubernetes.list': reading,
  'kubernetes.get': reading,
  'kubernetes.logs': reading,
  'kubernetes.snapshot': reading,
  // A JSON patch is not idempotent: each time, it may append to a list.
  'kubernetes.patch': ({ type }) => (type === 'json' ? acting : setting),
  'kubernetes.scale': setting,
  'kubernetes.restart': setting,
  'kubernetes.delete': acting,
  'linux.run': acting,
  'linux.read_file': reading,
  'linux.service': ({ verb }) => (verb === 'status' ? reading : acting),
  http: ({ method = 'GET' }) => (method === 'GET' || method === 'HEAD' ? reading : acting),
};

/** Whether work of an agent changes the system, and whether it is safe to repeat. */
export const factsOfWork = (kind: JobKind, args: Args): Facts => {
  const found = facts[kind];
  return typeof found === 'function' ? found(args) : found;
};
