import { identityContract } from './identity.contract.ts';

identityContract('the embedded user pool', async ({ identity }) => identity.admin);
