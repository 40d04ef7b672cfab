import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { sitePublisher } from '#lib/aws/site-publisher.ts';
import { openS3 } from '#test/support/s3-server.ts';

const day = 24 * 3600_000;
const Bucket = 'site';

/** A bucket with successive releases, each with its own script. */
const openBucket = async () => {
  const time = { now: Date.parse('2026-03-01T00:00:00Z') };
  const clock = () => time.now;
  const server = await openS3(clock);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const at = { endpoint: server.endpoint, region: 'eu-central-1', forcePathStyle: true };
  const client = new S3Client({ ...at, credentials });
  const folders: string[] = [];

  const publish = async (release: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    folders.push(folder);
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), release);
    writeFileSync(join(folder, 'assets', `${release}.js`), release);
    const of = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Site' };
    const to = { ServiceToken: 'publisher', ResponseURL: 'https://answer.example.com' };
    await sitePublisher({ client, folder, clock })({
      ...of,
      ...to,
      RequestType: 'Create',
      ResourceType: 'Custom::PublishedSite',
      ResourceProperties: { ServiceToken: to.ServiceToken, Bucket, Config: {} },
    });
  };
  const scripts = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map(({ Key = '' }) => Key).filter((key) => key.startsWith('assets/'));
  };
  const close = async () => {
    client.destroy();
    await server.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  };
  return { time, publish, scripts, close };
};

let bucket: Awaited<ReturnType<typeof openBucket>>;

beforeEach(async () => {
  bucket = await openBucket();
});

afterEach(() => bucket.close());

describe('an update of the console', () => {
  it('keeps the files of the release that it replaces, regardless of their age', async () => {
    const { time, publish, scripts } = bucket;
    await publish('a');
    time.now += 90 * day;
    await publish('b');
    expect(await scripts()).toEqual(['assets/a.js', 'assets/b.js']);
    time.now += 90 * day;
    await publish('c');
    expect(await scripts()).toEqual(['assets/b.js', 'assets/c.js']);
  });

  it('keeps the files of the previous release when published again', async () => {
    const { time, publish, scripts } = bucket;
    await publish('a');
    time.now += 90 * day;
    await publish('b');
    await publish('b');
    expect(await scripts()).toEqual(['assets/a.js', 'assets/b.js']);
  });

  it('keeps the files of every release of the past week', async () => {
    const { time, publish, scripts } = bucket;
    for (const release of ['a', 'b', 'c']) {
      await publish(release);
      time.now += 2 * day;
    }
    expect(await scripts()).toEqual(['assets/a.js', 'assets/b.js', 'assets/c.js']);
    time.now += 30 * day;
    await publish('d');
    expect(await scripts()).toEqual(['assets/c.js', 'assets/d.js']);
  });
});
