import { arn, tenant, type Uses, type Variables } from '../use.ts';

const keyArn = ({ KEY_ID }: Variables) => arn('kms', `key/${KEY_ID}`);
const tenantContext = { 'kms:EncryptionContext:tenant_id': tenant };

export const uses: Uses = {
  'seal secrets': (variables) => [['kms:GenerateDataKey', keyArn(variables), tenantContext]],
  'open secrets': (variables) => [['kms:Decrypt', keyArn(variables), tenantContext]],
};
