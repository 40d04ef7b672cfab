import { answerAgent } from '#lib/domain/agents/calls/agent-call.service.ts';
import { receivedCall } from '#lib/domain/agents/calls/call.schema.ts';
import { agentHandler } from '../agent-handler.ts';
import { jobs } from '../deps/agent-jobs.ts';
import { db, forTenant } from '../deps/database.ts';
import { hashKey } from '../deps/hash-key.ts';
import { clock, log } from '../deps/process.ts';

const respond = answerAgent({ db, clock, hashKey, jobs });

/** The path names the organisation; the signature proves that it is the caller's. */
export const handler = agentHandler((request) => {
  const { success, data } = receivedCall.safeParse(request);
  return success ? forTenant(data.tenant_id, () => respond(request)) : respond(request);
}, log);
