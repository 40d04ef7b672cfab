const prefixes = { run: 'exc_', session: 'chs_' } as const;

/** The chat of a run: all its agents together. */
export const sessionIdOf = (runId: string): string =>
  `${prefixes.session}${runId.replace(prefixes.run, '')}`;

/** The run of a chat, by the chat's id; undefined where it is none. */
export const runOfSession = (sessionId: string): string | undefined =>
  sessionId.startsWith(prefixes.session)
    ? `${prefixes.run}${sessionId.slice(prefixes.session.length)}`
    : undefined;
