import { notificationRoutes } from '#lib/domain/notifications/notification.routes.ts';
import { notificationService } from '#lib/domain/notifications/notification.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';

const service = notificationService({ db, clock });

export const handler = apiHandler(notificationRoutes, service, api);
