import type { Uses } from '../use.ts';

export const uses: Uses = {
  'assume integration roles': () => [
    ['sts:AssumeRole', 'arn:aws:iam::210987654321:role/acme-integration-0a1b2c'],
  ],
};
