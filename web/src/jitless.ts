import * as z from 'zod';

// Imported before any schema is created: otherwise zod tries `new Function`, which violates the CSP
// and is reported.
z.config({ jitless: true });
