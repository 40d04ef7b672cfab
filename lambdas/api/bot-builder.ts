import { builderRoutes } from '#lib/domain/bot-builder/builder.routes.ts';
import { builderService } from '#lib/domain/bot-builder/builder.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { models } from '../deps/models.ts';
import { clock } from '../deps/process.ts';

const service = builderService({ db, clock, models });

export const handler = apiHandler(builderRoutes, service, api);
