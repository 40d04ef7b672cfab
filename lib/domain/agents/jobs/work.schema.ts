import type { JobKind } from './job.schema.ts';

type Args = Readonly<Record<string, unknown>>;
type Facts = {
  /** It changes nothing. */
  reads: boolean;
  /** Done twice it is as if it were done once. */
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
  // A patch of operations may add to a list each time.
  'kubernetes.patch': ({ type }) => (type === 'json' ? acting : setting),
  'kubernetes.scale': setting,
  'kubernetes.restart': setting,
  'kubernetes.delete': acting,
  'linux.run': acting,
  'linux.read_file': reading,
  'linux.service': ({ verb }) => (verb === 'status' ? reading : acting),
  http: ({ method = 'GET' }) => (method === 'GET' || method === 'HEAD' ? reading : acting),
};

/** What work of an agent does to the system that it is about. */
export const factsOfWork = (kind: JobKind, args: Args): Facts => {
  const found = facts[kind];
  return typeof found === 'function' ? found(args) : found;
};
