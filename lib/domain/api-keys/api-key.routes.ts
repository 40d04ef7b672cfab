import * as z from 'zod';
import { pageQuery } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { apiKeyPage, createdApiKey, expiryStatuses, newApiKey } from './api-key.schema.ts';

/**
 * Calls of the API keys area: users create and delete their own keys. Users who have lost the right
 * to create keys can still see and delete those they have.
 */
export const apiKeyRoutes = defineRoutes({
  listApiKeys: {
    method: 'GET',
    path: 'api_keys',
    permission: 'read_api_key',
    resource: 'api_key',
    holders: 'everyone',
    input: z.strictObject({ ...pageQuery(), expiry_status: z.enum(expiryStatuses).optional() }),
    output: apiKeyPage,
    audit: 'List own API keys',
  },
  createApiKey: {
    method: 'POST',
    path: 'api_keys',
    permission: 'create_api_key',
    resource: 'api_key',
    input: newApiKey,
    output: createdApiKey,
    audit: 'Create an API key',
    evidence: ({ name, expires_on }) => ({ Name: name, Expires: expires_on ?? 'never' }),
    status: 201,
  },
  deleteApiKey: {
    method: 'DELETE',
    path: 'api_keys/{api_key_id}',
    permission: 'delete_api_key',
    resource: 'api_key',
    holders: 'everyone',
    ends: 'access',
    input: z.strictObject({ api_key_id: z.string().max(60) }),
    output: z.object({}),
    audit: 'Delete an API key',
  },
});
