import { findBotsUsingIntegration as of } from '#lib/domain/bots/integration-bots.service.ts';
import { db } from '../database.ts';

export const botsWith = of(db);
