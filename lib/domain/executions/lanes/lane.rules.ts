/** The lane that a run itself is. */
export const wholeRun = '';

/** Where the files of a run lie: it reads no others. */
export const runFolder = (tenantId: string, runId: string): string => `${tenantId}/${runId}`;

/** Where those of one of its lanes lie, inside of it. */
export const laneFolder = (tenantId: string, runId: string, lane: string): string =>
  lane === wholeRun ? runFolder(tenantId, runId) : `${runFolder(tenantId, runId)}/${lane}`;

const digits = 6;

export const lanePart = (index: number): string => String(index).padStart(digits, '0');

/** What the lanes of one opener have in common: `<parent>/<opener>`. */
export const forkOf = (parent: string, openerId: string): string =>
  parent === wholeRun ? openerId : `${parent}/${openerId}`;

export const laneOf = (parent: string, openerId: string, index: number): string =>
  `${forkOf(parent, openerId)}.${lanePart(index)}`;

/** Where a lane comes from; a part that names a range (`000000-000999`) is a window of turns. */
export type LaneOrigin = { parent: string; opener: string; from: number; to: number };

/** Reads the last step of a lane's path; undefined for the run itself. */
export const originOf = (path: string): LaneOrigin | undefined => {
  const slash = path.lastIndexOf('/');
  const match = /^(.+)\.(\d+)(?:-(\d+))?$/.exec(path.slice(slash + 1));
  if (!match) return undefined;
  const [, opener = '', from = '', to = from] = match;
  return { parent: path.slice(0, Math.max(0, slash)), opener, from: Number(from), to: Number(to) };
};

/** Whether the path names a window of turns instead of one lane. */
export const isWindow = (path: string): boolean => /-\d+$/.test(path.slice(-digits - 1));

/** The lane and those around it, from the run itself inwards. */
export const lanesAround = (path: string): string[] => {
  const origin = originOf(path);
  return origin ? [...lanesAround(origin.parent), path] : [wholeRun];
};
