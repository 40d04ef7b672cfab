import { S3Client } from '@aws-sdk/client-s3';
import { openFiles } from '#lib/aws/files.ts';
import { environment } from '../process.ts';

export const files = openFiles({ client: new S3Client(), bucket: environment('FILES_BUCKET') });
