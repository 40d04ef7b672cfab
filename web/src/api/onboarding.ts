import { onboardingRoutes } from '#lib/domain/onboarding/onboarding.routes.ts';
import { client } from './client.ts';

export const onboarding = client(onboardingRoutes);
