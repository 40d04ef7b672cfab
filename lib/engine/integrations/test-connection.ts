import { isProfile } from '#lib/domain/integrations/aws/model-policy.rules.ts';
import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { ProveRole } from '#lib/domain/integrations/aws/role.schema.ts';
import type { IntegrationAgents } from '#lib/domain/integrations/integration-agents.ts';
import {
  authOf,
  fillTemplate,
  joinUrl,
  pathOf,
  testOf,
} from '#lib/domain/integrations/call.rules.ts';
import type { ChosenTest, TestCall } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { activeFields, isSecret } from '#lib/domain/integrations/form.rules.ts';
import { unknownModelProblem } from '#lib/domain/integrations/models.rules.ts';
import type { ConnectionVerdict } from '#lib/domain/integrations/connection-test.service.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { jsonExcessReason } from '#lib/kernel/json.ts';
import { failureOfError, isThrottled } from '../nodes/call-failure.ts';
import { type OutgoingAnswer, OutgoingError } from '../outgoing/request.ts';
import { addressOf } from './authorise-request.ts';
import { awsAccountOf, callFailureOf, deletedAccountText, requestTo } from './aws-account.ts';
import { fetchToken, type TokenDeps } from './fetch-token.ts';
import { type Mask, secretMasker } from '#lib/kernel/secret-masking.ts';
import { testMcpServer } from './mcp-verdict.ts';
import { modelsIn, valueAt } from './listed-models.ts';
import { send } from './send.ts';
import { shownName } from './shown-name.ts';
import type { TalkDeps } from './talk.ts';
import { testMessage } from './test-message.ts';
import { newTokenCache } from './tokens.ts';

export type ConnectionDeps = TokenDeps &
  TalkDeps & {
    proveRole: ProveRole;
    aws: CallAws;
    agentsOf: Pick<IntegrationAgents, 'list'>;
  };

/** With the request for a token, no test takes longer than 25 s. */
const callTimeout = 14_000;

const failed = (reason: string) => ({ ok: false as const, reason });

/** The labels of the secrets, as advice on what to check when they are rejected. */
const secretsByLabel = ({ type, values }: OpenedIntegration): string => {
  const labels = activeFields(type.form, values)
    .filter((field) => isSecret(field) && (values[field.name] ?? '') !== '')
    .map(({ label }) => `"${label}"`);
  return labels.length === 0 ? 'the authentication' : labels.join(' and ');
};

const statusReason = (
  integration: OpenedIntegration,
  answer: OutgoingAnswer,
  host: string,
): string => {
  const { status } = answer;
  const labels = secretsByLabel(integration);
  const note = `with status ${status}`;
  if (isThrottled(answer)) return `${host} is rate limiting requests ${note}. Try again later.`;
  if (status === 401) {
    const problem = `${host} does not accept ${labels} (status 401).`;
    return `${problem} Check for a mistyped, expired or revoked value.`;
  }
  if (status === 403) {
    const problem = `rejects this call (status 403): ${labels} may be wrong, or lack the right.`;
    return `${host} ${problem} Check the value, and the right that the form names.`;
  }
  if (status === 404 || status === 405 || status === 410) {
    return `${host} has nothing at this address (status ${status}). Check the address in the form.`;
  }
  if (status >= 500) return `${host} failed ${note}. Try again later.`;
  return `${host} answered ${note}. Check the values in the form.`;
};

/** The verdict on an answer whose status is not that of a success. */
const refusedVerdict = (
  integration: OpenedIntegration,
  answer: OutgoingAnswer,
  host: string,
): ConnectionVerdict => ({
  ...failed(statusReason(integration, answer, host)),
  ...((isThrottled(answer) || answer.status >= 500) && { passing: true }),
});

const jsonOf = (body: string): { value: unknown } | undefined => {
  try {
    return jsonExcessReason(body) ? undefined : { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
};

const notData = (host: string): ConnectionVerdict =>
  failed(`${host} answered with a page instead of data. Check that the address is the API's.`);

/** The verdict on an answer with status 200. */
const judgeAnswer = (
  integration: OpenedIntegration,
  call: TestCall,
  { answer, hide, host }: { answer: OutgoingAnswer; hide: Mask; host: string },
): ConnectionVerdict => {
  const { answers = 'json', expects, needs, shows } = call;
  if (answers === 'any') return { ok: true };
  if (answers === 'xml') return /^\s*<\?xml\s/.test(answer.body) ? { ok: true } : notData(host);
  const json = jsonOf(answer.body);
  if (!json) return notData(host);
  if (expects && valueAt(json.value, expects.at) !== expects.is) {
    const code = valueAt(json.value, '/error');
    const why = typeof code === 'string' && /^[a-z_]{3,50}$/.test(code) ? ` (${hide(code)})` : '';
    return failed(`${host} does not accept ${secretsByLabel(integration)}${why}. Check the value.`);
  }
  if (needs && valueAt(json.value, needs.at) === undefined)
    return failed(`${host} ${needs.otherwise}`);
  const modelNames = call.models && modelsIn(json.value, call.models, hide);
  const problem = modelNames && unknownModelProblem(integration.values, modelNames);
  if (problem !== undefined) return failed(`${host} ${problem}`);
  const name = shows === undefined ? undefined : shownName(hide(valueAt(json.value, shows)));
  return { ok: true, ...(name !== undefined && { connected_as: name }) };
};

const testByCall = async (
  integration: OpenedIntegration,
  call: TestCall,
  deps: TokenDeps,
): Promise<ConnectionVerdict> => {
  const { type, values } = integration;
  const url = joinUrl(addressOf(integration), pathOf(type, call, values));
  const { method, body, answers } = call;
  const accept = `application/${answers === 'xml' ? 'xml' : 'json'}, */*;q=0.1`;
  const request = {
    method,
    url,
    headers: {
      ...(answers !== 'any' && !type.headers?.accept && { accept }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    timeoutMs: callTimeout,
    redirects: 'refuse' as const,
  };
  // A remembered token would say nothing about the values that are tested.
  const { answer, hide } = await send(request, integration, { ...deps, tokens: newTokenCache() });
  const { host } = new URL(url);
  return answer.status === 200
    ? judgeAnswer(integration, call, { answer, hide, host })
    : refusedVerdict(integration, answer, host);
};

const testToken = async (
  integration: OpenedIntegration,
  deps: TokenDeps,
): Promise<ConnectionVerdict> => {
  const auth = authOf(integration.type, integration.values);
  if (auth.kind === 'oauth2' || auth.kind === 'google_key') {
    await fetchToken(auth, integration, deps);
  }
  return { ok: true };
};

const testByMessage = async (
  integration: OpenedIntegration,
  deps: TokenDeps,
): Promise<ConnectionVerdict> => {
  const url = addressOf(integration);
  const request = {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(testMessage(authOf(integration.type, integration.values))),
    timeoutMs: callTimeout,
    redirects: 'refuse' as const,
  };
  const { answer } = await send(request, integration, { ...deps, tokens: newTokenCache() });
  return answer.status < 300
    ? { ok: true }
    : refusedVerdict(integration, answer, new URL(url).host);
};

const testRole = async (
  { type, values }: OpenedIntegration,
  { proveRole }: ConnectionDeps,
): Promise<ConnectionVerdict> => {
  const auth = authOf(type, values);
  if (auth.kind !== 'aws_role') throw new Error(`${type.name} has no role to test.`);
  const proof = await proveRole({
    account: fillTemplate(auth.account, values),
    role_arn: fillTemplate(auth.role_arn, values),
    external_id: fillTemplate(auth.external_id, values),
  });
  return proof.kind === 'proven' ? { ok: true, connected_as: proof.arn } : failed(proof.reason);
};

type ServiceTest = Extract<ChosenTest, { kind: 'aws_call' }>;

/** Makes the one call of a service that shows that the account's role may use it. */
const testAwsService = async (
  integration: OpenedIntegration,
  { operation, models }: ServiceTest,
  { aws }: ConnectionDeps,
): Promise<ConnectionVerdict> => {
  const { type, values } = integration;
  const auth = authOf(type, values);
  if (auth.kind !== 'aws_account') throw new Error(`${type.name} has no account to call.`);
  const account = awsAccountOf(integration);
  if (!account) return failed(deletedAccountText(integration));
  const request = requestTo(account, {
    call: { service: auth.service, operation },
    region: fillTemplate(auth.region, values),
    parameters: {},
    session: 'cloudwarden-connection-test',
    timeoutMs: callTimeout,
  });
  const reply = await aws(request);
  if (reply.kind !== 'answered') {
    const { reason, again } = callFailureOf(reply, request, account.alias);
    return { ...failed(reason), ...(again && { passing: true }) };
  }
  const modelNames = models && modelsIn(reply.value, models);
  const problem = modelNames && unknownModelProblem(values, modelNames, (name) => !isProfile(name));
  if (problem !== undefined) return failed(`${type.displayName} in ${request.region} ${problem}`);
  return { ok: true, connected_as: account.alias };
};

const noAgent = 'No agent has checked in for 2 minutes. Install an agent or check its log.';

const testAgent = async (
  { tenant_id, accountId }: OpenedIntegration,
  { agentsOf }: ConnectionDeps,
): Promise<ConnectionVerdict> => {
  const { online: connected_as } = await agentsOf.list(tenant_id, accountId);
  return connected_as === undefined ? failed(noAgent) : { ok: true, connected_as };
};

/** Signs in to a server that does not use HTTP. */
const testSignIn = async (
  integration: OpenedIntegration,
  deps: ConnectionDeps,
): Promise<ConnectionVerdict> => {
  const { type, values } = integration;
  const { signIn } = await import('./sign-in.ts');
  return signIn(authOf(type, values), values, deps);
};

const runTest = (
  integration: OpenedIntegration,
  deps: ConnectionDeps,
  sendMessage: boolean,
): Promise<ConnectionVerdict> | ConnectionVerdict => {
  const test = testOf(integration.type, integration.values);
  switch (test.kind) {
    case 'call':
      return testByCall(integration, test, deps);
    case 'token':
      return testToken(integration, deps);
    case 'role':
      return testRole(integration, deps);
    case 'aws_call':
      return testAwsService(integration, test, deps);
    case 'agent':
      return testAgent(integration, deps);
    case 'sign_in':
      return testSignIn(integration, deps);
    case 'mcp_tools':
      return testMcpServer(integration, deps);
    case 'message': {
      if (sendMessage) return testByMessage(integration, deps);
      const untested = 'Only a message shows whether it works: send a test message to find out.';
      return { ok: true, untested };
    }
    default:
      return { ok: true, untested: test.why };
  }
};

/** Why a call has no answer. A redirect of an API usually leads to a sign-in page. */
const reasonOf = ({ kind, message }: OutgoingError): string => {
  if (kind === 'too large') return "The answer is too large to be the API's. Check the address.";
  const advice = "Check that the address is the API's, and that the secrets are right.";
  return kind === 'redirect' ? `${message.replace(/ Enter the final.*/, '')} ${advice}` : message;
};

/**
 * Tests whether an integration works, within 25 s. A message is sent only if `sendMessage` is set.
 * The verdict contains no secrets.
 */
export const testConnection = async (
  integration: OpenedIntegration,
  deps: ConnectionDeps,
  { sendMessage = false }: { sendMessage?: boolean } = {},
): Promise<ConnectionVerdict> => {
  try {
    return await runTest(integration, deps, sendMessage);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const mayPass = failureOfError(error).retry !== 'no';
    const reason = secretMasker(integration)(reasonOf(error));
    return { ...failed(reason), ...(mayPass && { passing: true }) };
  }
};
