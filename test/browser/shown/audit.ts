import type { Shown } from '../support/shown.ts';

export const shown: Shown = { routes: [['audit-trails', 'Audit Trail', 'integration']] };
