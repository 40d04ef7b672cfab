import { chatRoutes } from '#lib/domain/chat/chat.routes.ts';
import { client } from './client.ts';

export const chat = client(chatRoutes);
