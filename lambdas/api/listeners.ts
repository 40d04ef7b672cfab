import { listenerRoutes } from '#lib/domain/listeners/listener.routes.ts';
import { listenerService } from '#lib/domain/listeners/listener.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, environment } from '../deps/process.ts';
import { secrets } from '../deps/secrets.ts';

const webhookUrl = environment('WEBHOOK_URL');
const service = listenerService({ db, secrets, files, bus, clock, webhookUrl });

export const handler = apiHandler(listenerRoutes, service, api);
