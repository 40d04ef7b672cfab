import { arn, tenant, type Uses, type Variables } from '../use.ts';

const key = ({ KEY_ID }: Variables) => arn('kms', `key/${KEY_ID}`);
const sealed = { 'kms:EncryptionContext:tenant_id': tenant };

export const uses: Uses = {
  'seal secrets': (given) => [['kms:GenerateDataKey', key(given), sealed]],
  'open secrets': (given) => [['kms:Decrypt', key(given), sealed]],
};
