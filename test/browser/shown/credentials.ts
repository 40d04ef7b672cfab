import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  make: async ({ api }) => {
    const { _id: credential_id } = await api.credentials.createCredential({
      name: 'Host manager',
      kind: 'basic',
      username: 'cloudwarden',
      hosts: ['hosts.example.com', 'hosts.example.com:8443'],
      secret: 'shown nowhere',
    });
    return { credential_id };
  },
  routes: [
    ['credentials', 'Credentials', 'Host manager'],
    ['credentials/new', 'Create credential', 'Bearer token'],
    ['credentials/{credential_id}', 'Edit Host manager', 'Leave blank to keep'],
  ],
};
