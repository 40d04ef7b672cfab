import { environment } from './process.ts';

/** The console's address. */
export const site = { url: environment('SITE_URL') };
