/** Path of the lane that stands for the run itself. */
export const wholeRun = '';

/** Folder of a run's files; a run reads no files outside it. */
export const runFolder = (tenantId: string, runId: string): string => `${tenantId}/${runId}`;

/** Folder of a lane's files, inside that of the run. */
export const laneFolder = (tenantId: string, runId: string, lane: string): string =>
  lane === wholeRun ? runFolder(tenantId, runId) : `${runFolder(tenantId, runId)}/${lane}`;

const digits = 6;

export const formatLaneIndex = (index: number): string => String(index).padStart(digits, '0');

/** The path that all lanes of one opener begin with: `<parent>/<opener>`. */
export const forkPathOf = (parent: string, openerId: string): string =>
  parent === wholeRun ? openerId : `${parent}/${openerId}`;

export const lanePathOf = (parent: string, openerId: string, index: number): string =>
  `${forkPathOf(parent, openerId)}.${formatLaneIndex(index)}`;

/** Where a lane comes from. A path part with a range (`000000-000999`) is a window of turns. */
export type LaneOrigin = { parent: string; opener: string; from: number; to: number };

/** Parses the last part of a lane's path; undefined for the run itself. */
export const originOf = (path: string): LaneOrigin | undefined => {
  const slash = path.lastIndexOf('/');
  const match = /^(.+)\.(\d+)(?:-(\d+))?$/.exec(path.slice(slash + 1));
  if (!match) return undefined;
  const [, opener = '', from = '', to = from] = match;
  return { parent: path.slice(0, Math.max(0, slash)), opener, from: Number(from), to: Number(to) };
};

/** Whether the path names a window of iterations instead of one lane. */
export const isWindow = (path: string): boolean => /-\d+$/.test(path.slice(-digits - 1));

/** The paths of the lane and of all lanes around it, beginning with the run itself. */
export const enclosingLanes = (path: string): string[] => {
  const origin = originOf(path);
  return origin ? [...enclosingLanes(origin.parent), path] : [wholeRun];
};
