import { integrationAgents } from '#lib/domain/agents/integration-agents.service.ts';
import { stsCalls } from '#lib/aws/sts-calls.ts';
import { proveRole } from '#lib/engine/integrations/prove-role.ts';
import { testConnection as test } from '#lib/engine/integrations/test-connection.ts';
import type { ConnectionTestDeps } from '#lib/domain/integrations/connection-test.service.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { callAws } from '../call-aws.ts';
import { db } from '../database.ts';
import { outgoingPolicy } from '../outgoing-policy.ts';
import { clock } from '../process.ts';

const deps = {
  outgoing: outgoing(outgoingPolicy),
  dial: dialer(outgoingPolicy),
  clock,
  proveRole: proveRole(stsCalls()),
  aws: callAws,
  agentsOf: integrationAgents({ db, clock }),
};

export const testConnection: ConnectionTestDeps['testConnection'] = (integration, options) =>
  test(integration, deps, options);
