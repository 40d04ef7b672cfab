import { notificationRoutes } from '#lib/domain/notifications/notification.routes.ts';
import { notificationService } from '#lib/domain/notifications/notification.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(notificationRoutes, notificationService(deps), deps);
