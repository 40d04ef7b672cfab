import { findOwnAction } from '#lib/domain/actions/find-action.service.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { testAction as test } from '#lib/engine/test-node.ts';
import { callAws } from '../call-aws.ts';
import { db } from '../database.ts';
import { outgoingPolicy } from '../outgoing-policy.ts';
import { clock, log } from '../process.ts';
import { testPython } from '../python.ts';
import { secrets } from '../secrets.ts';

const noQueries = { ask: () => Promise.reject(new Error('No action queries the inventory.')) };
const noModels = { turn: () => Promise.reject(new Error('No action asks a model.')) };
const noMail = { send: () => Promise.reject(new Error('No action sends mail.')) };

export const testAction = test({
  outgoing: outgoing(outgoingPolicy),
  dial: dialer(outgoingPolicy),
  integration: openIntegration({ db, secrets }),
  ownAction: findOwnAction(db),
  tokens: newTokenCache(),
  aws: callAws,
  mail: noMail,
  python: testPython,
  queries: noQueries,
  models: noModels,
  clock,
  log,
});
