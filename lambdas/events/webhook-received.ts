import { openedListeners } from '#lib/domain/listeners/opened-listeners.ts';
import { tokenBuckets } from '#lib/domain/listeners/rate-limit.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { limits } from '#lib/kernel/limits.ts';
import { deps } from '../deps.ts';
import { webhookHandler } from '../webhook-handler.ts';

const { db, files, bus, realtime, clock, log } = deps;
const openListener = openedListeners(deps);
const mayAccept = tokenBuckets(limits.listenerRate, limits.listenerBurst);
const receive = receiveWebhook({ db, files, bus, realtime, clock, openListener, mayAccept });

export const handler = webhookHandler(receive, log);
