import type { Uses, Variables } from '../use.ts';

const bucket = ({ FILES_BUCKET }: Variables) => `arn:aws:s3:::${FILES_BUCKET}`;

export const uses: Uses = {
  'read files': (given) => [
    ['s3:GetObject', `${bucket(given)}/sample`],
    ['s3:ListBucket', bucket(given)],
  ],
  'write files': (given) => [['s3:PutObject', `${bucket(given)}/sample`]],
  'clear folders': (given) => [
    ['s3:ListBucket', bucket(given)],
    ['s3:DeleteObject', `${bucket(given)}/sample`],
  ],
  'remove files': (given) => [['s3:DeleteObject', `${bucket(given)}/sample`]],
};
