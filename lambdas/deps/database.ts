import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { STSClient } from '@aws-sdk/client-sts';
import { boundedSockets, openDatabase } from '#lib/aws/database.ts';
import { tenantClients, tenantScope } from '#lib/aws/tenant-credentials.ts';
import { hashKey } from './hash-key.ts';
import { environment } from './process.ts';

const client = new DynamoDBClient({ requestHandler: boundedSockets });

const scope = tenantScope();

/** Runs work that can access the data of one organisation only. */
export const { forTenant } = scope;

/** Functions that serve one organisation per call access its data with a role of their own. */
const clientOf =
  process.env.TENANT_ROLE_ARN === undefined
    ? () => undefined
    : tenantClients({
        sts: new STSClient(),
        roleArn: environment('TENANT_ROLE_ARN'),
        connection: { requestHandler: client.config.requestHandler },
      });

const clientOfCurrent = () => {
  const tenantId = scope.current();
  return tenantId === undefined ? undefined : clientOf(tenantId);
};

export const db = openDatabase({
  client,
  names: environment('TABLES'),
  cursorKey: hashKey,
  ofTenant: clientOfCurrent,
});
