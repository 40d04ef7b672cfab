import { userInputRoutes } from '#lib/domain/user-inputs/user-input.routes.ts';
import { userInputService } from '#lib/domain/user-inputs/user-input.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { loadMatches } from '../deps/engine.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';

const service = userInputService({ db, clock, bus, realtime, loadMatches });

export const handler = apiHandler(userInputRoutes, service, api);
