import { onboardingRoutes } from '#lib/domain/onboarding/onboarding.routes.ts';
import { onboardingService } from '#lib/domain/onboarding/onboarding.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';

const service = onboardingService({ db, clock });

export const handler = apiHandler(onboardingRoutes, service, api);
