import { chatRoutes } from '#lib/domain/chat/chat.routes.ts';
import { chatService } from '#lib/domain/chat/chat.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner } from '../deps/runner.ts';

const service = chatService({ db, clock, realtime, runner });

export const handler = apiHandler(chatRoutes, service, api);
