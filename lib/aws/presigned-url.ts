import { createHash, createHmac } from 'node:crypto';

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

type PresignInput = {
  /** The host of the bucket. */
  host: string;
  /** Letters, digits, dots and hyphens only: it is not encoded. */
  key: string;
  region: string;
  credentials: Credentials;
  /** The time of signing, in milliseconds since the epoch. */
  at: number;
  /** The lifetime in seconds. The address also becomes invalid when the credentials expire. */
  seconds: number;
};

const algorithm = 'AWS4-HMAC-SHA256';

const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Formats a time as `20130524T000000Z`. */
const formatAmzDate = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

/** The regional host of a bucket: CloudFormation accepts templates from buckets in every region. */
export const bucketHostOf = (bucket: string, region: string): string =>
  `${bucket}.s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/**
 * Returns a presigned address: anybody who has it can read one object of S3 with the product's
 * rights. No call is made: it adds the query of AWS Signature Version 4, with parameters sorted by
 * name.
 */
export const presignedUrlOf = (input: PresignInput): string => {
  const { host, key: object, region, credentials, at, seconds } = input;
  const path = `/${object}`;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const time = formatAmzDate(at);
  const day = time.slice(0, 8);
  const scope = [day, region, 's3', 'aws4_request'];
  const parameters: [name: string, value: string][] = [
    ['X-Amz-Algorithm', algorithm],
    ['X-Amz-Credential', [accessKeyId, ...scope].join('/')],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(seconds)],
    ...(sessionToken ? [['X-Amz-Security-Token', sessionToken] as [string, string]] : []),
    ['X-Amz-SignedHeaders', 'host'],
  ];
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const canonicalRequest = [
    'GET',
    path,
    query,
    `host:${host}`,
    '',
    'host',
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const hash = createHash('sha256').update(canonicalRequest).digest('hex');
  const key = scope.reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, [algorithm, time, scope.join('/'), hash].join('\n'));
  return `https://${host}${path}?${query}&X-Amz-Signature=${signature.toString('hex')}`;
};
