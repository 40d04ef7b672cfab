import * as z from 'zod';

// Imported before any schema is made: else zod tries `new Function`, which the CSP reports.
z.config({ jitless: true });
