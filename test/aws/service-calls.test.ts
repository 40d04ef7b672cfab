import { Readable } from 'node:stream';
import { openServiceCalls } from '#lib/aws/service-calls.ts';
import { openAwsServer } from '#test/support/aws-server.ts';
import { clientOf } from '#test/support/loopback.ts';
import { ourUser } from '#test/support/sts-server.ts';

const role = { role_arn: 'arn:aws:iam::111122223333:role/r', external_id: 'ours-0123456789abcdef' };
const megabyte = 1024 * 1024;

const owner = { tenant_id: 'ten_1', accountId: 'int_1' };

const readRequest = {
  owner,
  role,
  session: 'test',
  policy: '{"Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}',
  service: 's3',
  operation: 'GetObject',
  region: 'eu-west-1',
  parameters: { Bucket: 'logs', Key: 'big' },
  timeoutMs: 20_000,
} as const;

/** An object of S3 that is read with a customer's role. */
const readObject = async (body: Readable) => {
  const closed = new Promise((resolve) => body.on('error', () => {}).once('close', resolve));
  const aws = await openAwsServer({
    's3 GET /logs/big': { takes: 's3:GetObject', answer: { body } },
  });
  const Principal = { AWS: ourUser };
  const trust = { Statement: [{ Effect: 'Allow' as const, Action: 'sts:AssumeRole', Principal }] };
  aws.roles.set(role.role_arn, { trust });
  const services = { endpoint: aws.endpoint, forcePathStyle: true };
  const reply = await openServiceCalls({ stsConfig: clientOf(aws), services })(readRequest);
  await closed;
  await aws.close();
  return reply;
};

describe('an S3 object', () => {
  it('is read as text', async () => {
    const euro = Buffer.from('10 €');
    const body = Readable.from([euro.subarray(0, 4), euro.subarray(4)]);
    expect(await readObject(body)).toMatchObject({ value: { Body: '10 €' }, truncated: false });
  });

  it('is read only up to 1 MiB when it is endless', async () => {
    let sent = 0;
    const endless = new Readable({
      read(size) {
        sent += size;
        this.push(Buffer.alloc(size, 'a'));
      },
    });
    const reply = await readObject(endless);
    expect(reply).toMatchObject({ kind: 'answered', truncated: true });
    const { Body } = Object(reply).value;
    expect(Body).toHaveLength(megabyte);
    // Some data was still in transit when reading stopped.
    expect(sent).toBeLessThan(50 * megabyte);
  });
});
