import { openModelSessions } from '#lib/aws/model-sessions.ts';
import { isRunOver } from '#lib/domain/executions/runs/is-over.service.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { openModels } from '#lib/engine/models/models.ts';
import { withLiveText } from '#lib/engine/models/live-text.ts';
import { withAbortOnRunEnd } from '#lib/engine/models/abort-when-over.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { outgoingStream } from '#lib/engine/outgoing/stream.ts';
import type { ModelTurn } from '#lib/ports/model.ts';
import { db } from '../deps/database.ts';
import { outgoingPolicy } from '../deps/outgoing-policy.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { secrets } from '../deps/secrets.ts';
import { tenantHandler } from '../tenant-handler.ts';

const publishedModels = withLiveText({ realtime })(
  openModels({
    integration: openIntegration({ db, secrets }),
    outgoing: outgoing(outgoingPolicy),
    outgoingStream: outgoingStream(outgoingPolicy),
    tokens: newTokenCache(),
    beginSession: openModelSessions(),
    clock,
  }),
);
const models = withAbortOnRunEnd(isRunOver(db))(publishedModels);

/** Only the product calls it, with the port's type, so the event is not validated. */
export const handler = tenantHandler((event) => models.turn(event as ModelTurn));
