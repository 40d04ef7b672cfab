import { chatRoutes } from '#lib/domain/chat/chat.routes.ts';
import { chatService } from '#lib/domain/chat/chat.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';

export const handler = apiHandler(chatRoutes, chatService({ db }), api);
