import { createListenerOpener } from '#lib/domain/listeners/opened-listeners.ts';
import { tokenBuckets } from '#lib/domain/listeners/rate-limit.ts';
import { refusedCallRecorder } from '#lib/domain/listeners/refused-call.service.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { limits } from '#lib/kernel/limits.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { secrets } from '../deps/secrets.ts';
import { webhookHandler } from '../webhook-handler.ts';

const openListener = createListenerOpener({ db, secrets, clock });
const mayAccept = tokenBuckets(limits.listenerRate, limits.listenerBurst);
const noteRefused = refusedCallRecorder(db);
const receive = receiveWebhook({
  db,
  files,
  bus,
  realtime,
  clock,
  openListener,
  mayAccept,
  noteRefused,
});

export const handler = webhookHandler(receive, log);
