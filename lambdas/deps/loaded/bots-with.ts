import { botsWith as of } from '#lib/domain/bots/bots-with.service.ts';
import { db } from '../database.ts';

export const botsWith = of(db);
