import type { Uses } from '../use.ts';

export const uses: Uses = {
  'read hash secret': ({ HASH_SECRET_ID = '' }) => [
    ['secretsmanager:GetSecretValue', HASH_SECRET_ID],
  ],
};
