import type { STSClientConfig } from '@aws-sdk/client-sts';
import type { BeginSession } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { assumeRoleFailureOf, openSessions } from './role-sessions.ts';
import { stsClient } from './sts-client.ts';

type Deps = {
  /** The configuration of the product's own STS client. */
  stsConfig?: STSClientConfig;
  clock?: () => number;
};

/** Opens sessions of customers' roles, assumed with the credentials of this process. */
export const openModelSessions = ({
  stsConfig = {},
  clock = Date.now,
}: Deps = {}): BeginSession => {
  const sessions = openSessions(stsClient({ maxAttempts: 2, ...stsConfig }), clock);
  return async (request) => {
    try {
      return { kind: 'begun', session: await sessions.of(request) };
    } catch (error) {
      return { kind: 'shut out', ...assumeRoleFailureOf(error, request.role) };
    }
  };
};
