import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { nodeRules } from '#lib/engine/nodes/kinds.ts';
import type { EffectOutcome } from '#lib/engine/nodes/node.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { noAws } from '#test/support/no-aws.ts';
import { noPython } from '#test/support/no-python.ts';
import { noModels } from '#test/support/no-models.ts';
import { noQueries } from '#test/support/no-queries.ts';
import { fetchedToken } from '../integrations/expected-calls.ts';
import { type InterceptedCall, openStandIn } from '../integrations/stand-in.ts';
import { openedOfType, sampleValues } from '../integrations/samples.ts';
import type { Reply } from '../outgoing/peer.ts';
import { now } from './node-world.ts';

export const integrationId = `int_${'0'.repeat(32)}`;

const isTokenCall = ({ body }: InterceptedCall): boolean => body.includes('grant_type=');
const token = { status: 201, body: JSON.stringify({ access_token: fetchedToken }) };

/** Attempts at actions, with an integration of their type and a fake host. */
export const openActionRunner = async (reply: (call: InterceptedCall) => Reply) => {
  const stand = await openStandIn((call) => (isTokenCall(call) ? token : reply(call)));
  const run = async (
    { _id: action, integration_type }: ActionOf<'rest'>,
    parameters: Record<string, unknown>,
    typeName = integration_type,
  ): Promise<EffectOutcome | undefined> => {
    const type = integrationTypeOf(typeName);
    if (!type) throw new Error(`The catalogue has no ${typeName}.`);
    const integration = { type: typeName, id: integrationId };
    const settings = { action, parameters, integration, timeout_seconds: 30 };
    const position = { x: 0, y: 0 };
    return nodeRules.rest_api_action.perform?.({
      node: { id: 'n', type: 'rest_api_action', name: 'n', position, settings: {} },
      settings,
      now,
      key: 'exc_1:n:0',
      tenant_id: 'org_1',
      deps: {
        outgoing: stand.outgoing,
        dial: dialer({ allow: [] }),
        integration: async () => openedOfType(type, sampleValues(type)),
        tokens: newTokenCache(),
        ownAction: async () => undefined,
        aws: noAws,
        clock: () => now,
        mail: { send: async () => undefined },
        python: noPython,
        queries: noQueries,
        models: noModels,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
    });
  };
  /** The last call. */
  const last = (): InterceptedCall => {
    const lastCall = stand.meant.at(-1);
    if (!lastCall) throw new Error('Nothing was called.');
    return lastCall;
  };
  return { stand, run, last };
};
