import { forgetIntegration } from '#lib/forget-integration.ts';
import { db } from '../database.ts';
import { files } from '../files.ts';
import { clock } from '../process.ts';
import { scheduler } from '../scheduler.ts';

export const forget = forgetIntegration({ db, clock, files, scheduler });
