import * as z from 'zod';
import { pageQuery, searchText } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import {
  credentialChange,
  credentialKind,
  credentialPage,
  credentialView,
  newCredential,
} from './credential.schema.ts';

const one = { credential_id: z.string().max(60) };

/** Calls of the credentials area: secrets of bots, kept apart from the bots that refer to them. */
export const credentialRoutes = routes({
  listCredentials: {
    method: 'GET',
    path: 'credentials',
    permission: 'read_credential',
    resource: 'credential',
    input: z.strictObject({
      ...pageQuery(),
      kind: credentialKind.optional(),
      regex: searchText.optional(),
    }),
    output: credentialPage,
    audit: 'List credentials',
  },
  getCredential: {
    method: 'GET',
    path: 'credentials/{credential_id}',
    permission: 'read_credential',
    resource: 'credential',
    input: z.strictObject(one),
    output: credentialView,
    audit: 'Read a credential, without its secret',
  },
  createCredential: {
    method: 'POST',
    path: 'credentials',
    permission: 'create_credential',
    resource: 'credential',
    input: newCredential,
    output: credentialView,
    changes: { shownBy: 'getCredential' },
    audit: 'Create a credential',
    status: 201,
  },
  updateCredential: {
    method: 'PUT',
    path: 'credentials/{credential_id}',
    permission: 'update_credential',
    resource: 'credential',
    input: credentialChange.extend(one),
    output: credentialView,
    changes: { shownBy: 'getCredential' },
    audit: 'Update a credential',
  },
  deleteCredential: {
    method: 'DELETE',
    path: 'credentials/{credential_id}',
    permission: 'delete_credential',
    resource: 'credential',
    input: z.strictObject(one),
    output: z.object({}),
    changes: { shownBy: 'getCredential' },
    audit: 'Delete a credential',
  },
});
