import { bucketHostOf, presignedUrlOf } from '#lib/aws/presigned-url.ts';

// The example in AWS's documentation: "Authenticating Requests: Using Query Parameters".
const documented = {
  host: 'examplebucket.s3.amazonaws.com',
  key: 'test.txt',
  region: 'us-east-1',
  credentials: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
  at: Date.parse('2013-05-24T00:00:00Z'),
  seconds: 86400,
};

describe('a signed address of S3', () => {
  it('equals the example in the documentation of AWS', () => {
    expect(presignedUrlOf(documented)).toBe(
      'https://examplebucket.s3.amazonaws.com/test.txt' +
        '?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
        '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it.each([
    ['eu-west-1', 'acme.s3.eu-west-1.amazonaws.com'],
    ['cn-north-1', 'acme.s3.cn-north-1.amazonaws.com.cn'],
  ])('has the host of the region %s', (region, host) => {
    expect(bucketHostOf('acme', region)).toBe(host);
  });

  it('contains and signs the session token', () => {
    const signed = (sessionToken: string) => {
      const credentials = { ...documented.credentials, sessionToken };
      return new URL(presignedUrlOf({ ...documented, credentials })).searchParams;
    };
    const [one, other] = [signed('a/b+c=='), signed('a/b+c=d')];
    expect(one.get('X-Amz-Security-Token')).toBe('a/b+c==');
    expect(one.get('X-Amz-Signature')).not.toBe(other.get('X-Amz-Signature'));
    const names = [...one.keys()];
    // The signature comes after what it signs, which is sorted.
    expect(names).toEqual([...names.slice(0, -1).toSorted(), 'X-Amz-Signature']);
    expect(String(one)).not.toContain(documented.credentials.secretAccessKey);
  });
});
