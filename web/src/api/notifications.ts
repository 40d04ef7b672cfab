import { notificationRoutes } from '#lib/domain/notifications/notification.routes.ts';
import { client } from './client.ts';

export const notifications = client(notificationRoutes);
