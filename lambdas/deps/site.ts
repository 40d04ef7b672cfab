import { environment } from './process.ts';

/** Where the console is. */
export const site = { url: environment('SITE_URL') };
