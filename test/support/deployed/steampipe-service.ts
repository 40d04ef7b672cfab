import { tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import type { Product } from '../deployed-product.ts';
import { awsError } from '../loopback.ts';
import { openPglite } from '../pglite-server.ts';

/** An operator's Steampipe service with two buckets; the stack's secret holds its address. */
export const openSteampipe = async (product: Product) => {
  const server = await openPglite(`create schema gcp; set search_path to gcp;
    ${tableDefinition('gcp_storage_bucket')};
    insert into gcp_storage_bucket (name) values ('one'), ('two');
    set search_path to public`);
  const { STEAMPIPE_SECRET_ID } = product.environment('inventory/collect');
  const originalAnswer = product.answers.secretsmanager;
  product.answers.secretsmanager = (request) => {
    const { SecretId } = JSON.parse(request.body.toString());
    if (SecretId !== STEAMPIPE_SECRET_ID) return originalAnswer?.(request) ?? awsError('Unknown');
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    return { headers, body: JSON.stringify({ SecretString: server.address }) };
  };
  return server;
};
