import { newCredential } from '#lib/domain/credentials/credential.schema.ts';
import { canary, type Example } from '../example.ts';

const credential = { name: `${canary} key`, hosts: ['api.example.com'] };

export const example: Example = {
  inputs: {
    createCredential: { ...credential, name: 'New one', kind: 'bearer', secret: canary },
    updateCredential: { ...credential, secret: canary },
  },
  furnish: async ({ credentials, root }) => {
    const kept = newCredential.parse({ ...credential, kind: 'bearer', secret: canary });
    return { credential_id: (await credentials.createCredential(root, kept))._id };
  },
};
