import type * as z from 'zod';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { hostsOf, secretTextsOf } from '#lib/domain/integrations/call.rules.ts';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { withDefaults } from '#lib/domain/integrations/form.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import type { FoundAction } from '#lib/engine/own-actions.ts';
import { nodeRules } from '#lib/engine/nodes/kinds.ts';
import {
  type Done,
  type Effect,
  type EffectCall,
  type Failed,
  finalOutcome,
} from '#lib/engine/nodes/node.ts';
import { type Dial, dialer } from '#lib/engine/outgoing/dial.ts';
import { outgoing, type OutgoingBounds } from '#lib/engine/outgoing/request.ts';
import type { MailMessage } from '#lib/kernel/mail-message.ts';
import type { Models } from '#lib/ports/model.ts';
import type { Queries } from '#lib/ports/queries.ts';
import type { Python } from '#lib/ports/python.ts';
import { noPython } from '#test/support/no-python.ts';
import { noModels } from '#test/support/no-models.ts';
import { noQueries } from '#test/support/no-queries.ts';
import { noAws } from '#test/support/no-aws.ts';

export const tenant_id = 'org_nodes';
export const now = Date.parse('2026-03-01T10:00:00Z');
export const idempotencyKey = 'exc_1:n:0';

type NodeWorldOptions = {
  allow?: readonly string[];
  bounds?: Partial<OutgoingBounds>;
  integrations?: readonly OpenedIntegration[];
  /** The organisation's own actions. */
  own?: readonly FoundAction[];
  mail?: (message: MailMessage) => void;
  python?: Python;
  queries?: Queries;
  models?: Models;
  /** The calls of AWS that the version was published with. */
  rights?: readonly AwsRight[];
  /** The run of the node, and whether it has ended. */
  run?: Pick<EffectCall, 'bot_exc_id' | 'isOver'>;
  aws?: CallAws;
  /** How non-HTTP servers are reached, and the certificate that is trusted there. */
  dial?: Dial;
  ca?: string;
  node?: Record<string, unknown>;
};

export const integrationId = `int_${'0'.repeat(32)}`;

/** An integration as the engine receives it. */
export const openedIntegration = (
  name: string,
  values: Record<string, string>,
  overrides: Partial<OpenedIntegration> = {},
): OpenedIntegration => {
  const type = integrationTypeOf(name);
  if (!type) throw new Error(`The catalogue has no ${name}.`);
  const all = withDefaults(type.form, values);
  return {
    tenant_id,
    accountId: integrationId,
    revision: 1,
    alias: 'Key',
    type,
    hosts: hostsOf(type, all),
    values: all,
    secrets: secretTextsOf(type, all),
    ...overrides,
  };
};

/** The default settings of a node. */
const defaultsOf = (kind: NodeKind): Record<string, unknown> => {
  const fields = Object.entries<z.ZodType>(nodeSettings[kind].shape);
  return Object.fromEntries(fields.map(([name, schema]) => [name, schema.parse(undefined)]));
};

/** A single node with evaluated settings: its dry run, and one attempt at it. */
export const nodeWorld = ({
  allow = [],
  bounds,
  integrations = [],
  own = [],
  mail,
  python = noPython,
  queries = noQueries,
  models = noModels,
  rights,
  run,
  aws = noAws,
  dial = dialer({ allow }),
  ca,
  node = {},
}: NodeWorldOptions = {}) => {
  const logged: string[] = [];
  const entry = (message: string) => void logged.push(message);
  const deps = {
    outgoing: outgoing({ allow }, bounds),
    dial,
    ...(ca !== undefined && { ca }),
    integration: async (tenant: string, id: string) =>
      tenant === tenant_id ? integrations.find(({ accountId }) => accountId === id) : undefined,
    tokens: newTokenCache(),
    ownAction: async (_tenant: string, id: string) => own.find(({ _id }) => _id === id),
    aws,
    clock: () => now,
    mail: { send: async (message: MailMessage) => mail?.(message) },
    python,
    queries,
    models,
    log: { info: entry, warn: entry, error: entry },
  };

  const callOf = (type: NodeKind, evaluated: Record<string, unknown>) => ({
    node: { id: 'n', type, name: 'n', position: { x: 0, y: 0 }, settings: node },
    settings: { ...defaultsOf(type), ...evaluated },
    now,
  });

  const begin = (kind: NodeKind, settings: Record<string, unknown>): Effect | Failed => {
    const beginOutcome = nodeRules[kind].begin(callOf(kind, settings));
    if (beginOutcome.type === 'effect' || beginOutcome.type === 'failed') return beginOutcome;
    throw new Error(`A ${kind} began with ${beginOutcome.type}.`);
  };

  const perform = async (
    kind: NodeKind,
    settings: Record<string, unknown>,
    tenant = tenant_id,
  ): Promise<Done | Failed> => {
    const beginOutcome = begin(kind, settings);
    if (beginOutcome.type === 'failed') return beginOutcome;
    const published = rights && { rights };
    const call = {
      ...callOf(kind, settings),
      ...published,
      ...run,
      key: idempotencyKey,
      tenant_id: tenant,
      deps,
    };
    const outcome = await nodeRules[kind].perform?.(call).then(finalOutcome);
    if (!outcome) throw new Error(`A ${kind} does nothing.`);
    return outcome;
  };

  const rehearse = (kind: NodeKind, settings: Record<string, unknown>) =>
    nodeRules[kind].rehearse?.({ ...callOf(kind, settings), key: idempotencyKey, tenant_id, deps });

  return { begin, perform, rehearse, logged };
};
