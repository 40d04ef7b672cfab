import type { STSClientConfig } from '@aws-sdk/client-sts';
import type { RoleSession } from '#lib/domain/integrations/aws/role.schema.ts';
import type {
  AwsReply,
  AwsRequest,
  CallAws,
} from '#lib/domain/integrations/aws/service-call.schema.ts';
import { serviceOf } from '#lib/domain/integrations/aws/permissions.rules.ts';
import { assumeRoleFailureOf, openSessions, sessionKeyOf } from './role-sessions.ts';
import { hasSessionSecrets, type Mask, sessionMasker } from './session-masking.ts';
import {
  type AwsSdkClient,
  errorParts,
  exportOf,
  isNetworkError,
  isThrottled,
  isUnanswered,
  loadSdk,
  type MakeClient,
  pagesOf,
} from './sdk.ts';
import { openClients } from './service-clients.ts';
import { joinPages } from './service-pages.ts';
import { stsClient } from './sts-client.ts';

const assumeRoleFailedReply = (error: unknown, { role }: AwsRequest): AwsReply => ({
  kind: 'shut out',
  ...assumeRoleFailureOf(error, role),
});

const failedReply = (error: unknown, hide: Mask): AwsReply => {
  const { name, message, status } = hide(errorParts(error));
  const canRetry =
    isNetworkError(error) || isThrottled(error) || (status !== undefined && status >= 500);
  const messageText =
    name === 'AbortError' || name === 'TimeoutError' ? 'It took too long' : message;
  const mayBeDone = status === undefined ? isUnanswered(error) : status >= 500 && status !== 503;
  return {
    kind: 'failed',
    name,
    message: messageText,
    again: canRetry,
    ...(mayBeDone && { mayBeDone }),
  };
};

type Deps = {
  /** The configuration of the product's own STS client. */
  stsConfig?: STSClientConfig;
  /** Extra settings of service clients, for example to reach an emulator. */
  services?: { endpoint?: string; forcePathStyle?: boolean };
  clock?: () => number;
};

/** Calls AWS with customers' roles, assumed with the credentials of this process. */
export const openServiceCalls = ({
  stsConfig = {},
  services,
  clock = Date.now,
}: Deps = {}): CallAws => {
  const sessions = openSessions(stsClient({ maxAttempts: 2, ...stsConfig }), clock);
  const withClient = openClients(clock);
  const baseConfig = {
    retryMode: 'standard',
    maxAttempts: 3,
    // The host of a call must never come from a value that a user entered.
    useQueueUrlAsEndpoint: false,
    followRegionRedirects: true,
    ...services,
  };

  const call = async (request: AwsRequest, credentials: RoleSession): Promise<AwsReply> => {
    const { service, operation, region, timeoutMs } = request;
    const { package: name, client: clientName } = serviceOf(service);
    const sdk = (await loadSdk(name)) ?? {};
    const make = exportOf(sdk, clientName) as MakeClient | undefined;
    if (!make || !exportOf(sdk, `${operation}Command`)) {
      const message = `The call ${operation} of ${service} is not available here`;
      return { kind: 'failed', name: 'UnknownOperation', message, again: false };
    }
    const makeClient = () => new make({ ...baseConfig, region, credentials }) as AwsSdkClient;
    // A renewed session has other credentials.
    const key = JSON.stringify([sessionKeyOf(request), credentials.accessKeyId, service, region]);
    const options = { abortSignal: AbortSignal.timeout(timeoutMs) };
    try {
      const result = await withClient(key, makeClient, (client) =>
        joinPages(pagesOf(sdk, client, request, options)),
      );
      const value = hasSessionSecrets(JSON.stringify(result.value), credentials)
        ? sessionMasker(request.role, credentials)(result.value)
        : result.value;
      return { ...result, kind: 'answered', value };
    } catch (error) {
      return failedReply(error, sessionMasker(request.role, credentials));
    }
  };

  return async (request) => {
    let credentials: RoleSession;
    try {
      credentials = await sessions.of(request);
    } catch (error) {
      return assumeRoleFailedReply(error, request);
    }
    return call(request, credentials);
  };
};
