import { modelPolicy } from '#lib/domain/integrations/aws/model-policy.rules.ts';
import type { BeginSession } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { awsAccountOf, deletedAccountText } from '../integrations/aws-account.ts';
import type { OutgoingStream } from '../outgoing/stream.ts';
import { modelFailure, type ModelFailure } from './failure.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { readPieces } from './model-body.ts';
import type { ReachedModel } from './sdk-turn.ts';

export type BedrockDeps = {
  beginSession: BeginSession;
  outgoingStream: OutgoingStream;
  /** The URL of Bedrock where it is not the usual one of a region. */
  bedrockUrl?: string;
};

const sessionTimeout = 10_000;

/** AWS host names in China have another ending. */
const hostOf = (region: string): string =>
  `bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/** A Bedrock model, in a session of the account's role that permits only this model. */
export const reachBedrock = async (
  integration: OpenedIntegration,
  model: string,
  { beginSession, outgoingStream, bedrockUrl }: BedrockDeps,
): Promise<ReachedModel | ModelFailure> => {
  const account = awsAccountOf(integration);
  if (!account) return modelFailure('integration', deletedAccountText(integration), 'no');
  const { role_arn = '', external_id = '' } = account.values;
  const { region = '' } = integration.values;
  const policy = modelPolicy({ role_arn, region, model });
  if (policy === undefined) {
    const problem = 'is not the ID of an Amazon Bedrock model. Choose a model of the integration.';
    return modelFailure('integration', `"${model.slice(0, 100)}" ${problem}`, 'no');
  }
  const { tenant_id, accountId } = account;
  const sessionResult = await beginSession({
    owner: { tenant_id, accountId },
    role: { role_arn, external_id },
    session: 'cloudwarden-model',
    policy,
    timeoutMs: sessionTimeout,
  });
  if (sessionResult.kind === 'shut out') {
    return modelFailure('denied', sessionResult.reason, sessionResult.again ? undefined : 'no');
  }
  const { fetch, callError } = guardedFetch(outgoingStream, readPieces);
  const baseURL = bedrockUrl ?? `https://${hostOf(region)}`;
  // Loaded on first use, since other models do not need it.
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  const provider = createAmazonBedrock({
    region,
    baseURL,
    fetch,
    // Set but empty: otherwise the SDK would look for one in our own environment.
    apiKey: '',
    ...sessionResult.session,
  });
  const extraSecrets = [sessionResult.session.secretAccessKey, sessionResult.session.sessionToken];
  const serverName = `"${integration.alias}" (Amazon Bedrock in ${region})`;
  return { model: provider(model), serverName, callError, extraSecrets };
};
