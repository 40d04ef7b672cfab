import { roleTemplateFile } from '#lib/kernel/published-files.ts';
import type { Uses } from '../use.ts';

export const uses: Uses = {
  'show role template': ({ SITE_BUCKET }) => [
    ['s3:GetObject', `arn:aws:s3:::${SITE_BUCKET}/${roleTemplateFile}`],
  ],
};
