import { findOwnAction } from '#lib/domain/actions/find-action.service.ts';
import { runStarter } from '#lib/domain/executions/runs/start.service.ts';
import { endOverdueJob } from '#lib/domain/agents/jobs/handover.service.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { evaluateKey } from '#lib/engine/concurrency-key.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { advance } from '#lib/engine/run.ts';
import { bus } from '../deps/bus.ts';
import { callAws } from '../deps/call-aws.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { mail } from '../deps/mail.ts';
import { outgoingPolicy } from '../deps/outgoing-policy.ts';
import { clock, log } from '../deps/process.ts';
import { models } from '../deps/models.ts';
import { python } from '../deps/python.ts';
import { queries } from '../deps/queries.ts';
import { realtime } from '../deps/realtime.ts';
import { runner } from '../deps/runner.ts';
import { secrets } from '../deps/secrets.ts';
import { site } from '../deps/site.ts';
import { tenantHandler } from '../tenant-handler.ts';

const ports = { db, files, realtime, bus, mail, python, queries, models };
const integration = openIntegration({ db, secrets });
const runStartDeps = { db, clock, files, runner, evaluateKey };
const callDeps = {
  integration,
  ownAction: findOwnAction(db),
  tokens: newTokenCache(),
  aws: callAws,
  endLate: endOverdueJob({ db, clock }),
  startRun: runStarter(runStartDeps),
  outgoing: outgoing(outgoingPolicy),
  dial: dialer(outgoingPolicy),
};

export const handler = tenantHandler(advance({ ...ports, ...callDeps, clock, log, site }));
