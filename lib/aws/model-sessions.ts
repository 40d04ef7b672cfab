import type { STSClientConfig } from '@aws-sdk/client-sts';
import type { BeginSession } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { openSessions, shutOutOf } from './role-sessions.ts';
import { errorParts } from './sdk.ts';
import { stsClient } from './sts-client.ts';

type Deps = {
  /** How our own STS is reached. */
  own?: STSClientConfig;
  clock?: () => number;
};

/** Sessions of roles of customers, whom this process's own credentials may assume. */
export const openModelSessions = ({ own = {}, clock = Date.now }: Deps = {}): BeginSession => {
  const sessions = openSessions(stsClient({ maxAttempts: 2, ...own }), clock);
  return async (wanted) => {
    try {
      return { kind: 'begun', session: await sessions.of(wanted) };
    } catch (error) {
      return { kind: 'shut out', ...shutOutOf(errorParts(error), wanted.role) };
    }
  };
};
