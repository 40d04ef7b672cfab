import type { Uses } from '../use.ts';

export const uses: Uses = {
  'read steampipe address': ({ STEAMPIPE_SECRET_ID = '' }) => [
    ['secretsmanager:GetSecretValue', STEAMPIPE_SECRET_ID],
  ],
};
