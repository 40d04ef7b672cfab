import type { Uses, Variables } from '../use.ts';

const bucket = ({ FILES_BUCKET }: Variables) => `arn:aws:s3:::${FILES_BUCKET}`;

export const uses: Uses = {
  'read files': (variables) => [
    ['s3:GetObject', `${bucket(variables)}/sample`],
    ['s3:ListBucket', bucket(variables)],
  ],
  'write files': (variables) => [['s3:PutObject', `${bucket(variables)}/sample`]],
  'clear folders': (variables) => [
    ['s3:ListBucket', bucket(variables)],
    ['s3:DeleteObject', `${bucket(variables)}/sample`],
  ],
  'remove files': (variables) => [['s3:DeleteObject', `${bucket(variables)}/sample`]],
};
