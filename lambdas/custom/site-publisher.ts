import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { customResource } from '#lib/aws/custom-resource.ts';
import { sitePublisher } from '#lib/aws/site-publisher.ts';
import { clock, log } from '../deps/process.ts';


// The release bundles the console beside this function's code.
const folder = join(import.meta.dirname, 'site');

const publish = sitePublisher({ client: new S3Client(), folder, clock });

export const handler = customResource(publish, log);
