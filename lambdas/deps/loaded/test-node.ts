import { findOwnAction } from '#lib/domain/actions/find-action.service.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { testNode as test } from '#lib/engine/test-node.ts';
import type { Python } from '#lib/ports/python.ts';
import { callAws } from '../call-aws.ts';
import { siteOfCall } from '../site-of-call.ts';
import { db } from '../database.ts';
import { mail } from '../mail.ts';
import { models } from '../models.ts';
import { outgoingPolicy } from '../outgoing-policy.ts';
import { clock, log } from '../process.ts';
import { previewQueries } from '../queries.ts';
import { secrets } from '../secrets.ts';

/** Only the engine and tests of actions have the right to run users' Python. */
const python: Python = {
  run: async () => ({ error: 'Start a run or a dry run to test Python code.', stdout: '' }),
};

export const testNode = test({
  outgoing: outgoing(outgoingPolicy),
  dial: dialer(outgoingPolicy),
  integration: openIntegration({ db, secrets }),
  ownAction: findOwnAction(db),
  tokens: newTokenCache(),
  aws: callAws,
  mail,
  python,
  queries: previewQueries,
  models,
  clock,
  log,
  site: siteOfCall,
});
