import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// The real product on a disk that fills up while it is being called, and has space again later.
const { folder, remove } = temporaryFolder();
const mark = join(folder, 'full');
const fill = () => writeFileSync(mark, '');
const free = () => rmSync(mark, { force: true });

const sentence =
  "This could not be stored, because the disk of Cloudwarden's data folder is full. Ask the " +
  'operator of the server to free space on it, and try again. ' +
  'Nothing that was stored before is lost.';

let product: Embedded;

beforeAll(async () => {
  const hook = pathToFileURL(resolve('test/support/full-disk.ts')).href;
  product = await openEmbedded({ NODE_OPTIONS: `--import=${hook}`, FULL_DISK: mark });
});

afterEach(free);

afterAll(async () => {
  await product.close();
  remove();
});

const createKey = (name: string) => product.request('POST', 'api_keys', { name, expires_on: null });

/** Creates keys until one is rejected; returns the names of the created ones, and the refusal. */
const createUntilRefused = async () => {
  const createdNames: string[] = [];
  for (;;) {
    const name = `Key ${createdNames.length}`;
    const answer = await createKey(name);
    if (answer.status !== 201) return { createdNames, answer };
    createdNames.push(name);
  }
};

const keyNames = async () => {
  const { status, body } = await product.request('GET', 'api_keys?number_of_items=100');
  return { status, names: (body.items as { name: string }[]).map(({ name }) => name) };
};

/** Sends an event that needs several pages of the database. */
const sendLarge = (id: string) =>
  sendSampleEvent(
    product,
    { ...finding(id), text: 'x'.repeat(25_000) },
    { 'x-github-delivery': id },
  );

const loggedLinesOf = (text: string) =>
  product
    .errors()
    .split('\n')
    .filter((line) => line.includes(text));

describe('on a full disk', () => {
  it('the API refuses writes with 503 and keeps everything stored before', async () => {
    fill();
    const { createdNames, answer } = await createUntilRefused();
    expect([answer.status, answer.body]).toEqual([503, { error: sentence }]);
    expect(answer.headers.get('retry-after')).toBe('10');
    const read = await keyNames();
    expect([read.status, read.names]).toEqual([200, expect.arrayContaining(createdNames)]);
    expect(read.names).not.toContain(`Key ${createdNames.length}`);
    expect(loggedLinesOf(sentence)).toHaveLength(1);

    free();
    expect((await createKey('With room')).status).toBe(201);
    const { names } = await keyNames();
    expect(names).toEqual(expect.arrayContaining([...createdNames, 'With room']));
  });

  it('the API serves reads, even beside refused writes', async () => {
    fill();
    const statuses: number[] = [];
    for (let n = 0; statuses.filter((one) => one === 503).length < 5; n += 1) {
      const [read, write] = await Promise.all([keyNames(), createKey(`Beside ${n}`)]);
      expect(read.status).toBe(200);
      statuses.push(write.status);
    }
    expect(new Set(statuses.filter((one) => one !== 201))).toEqual(new Set([503]));
  });

  it('the webhook address refuses an event with 503 and accepts its repetition once', async () => {
    fill();
    const refusal = await sendLarge('late');
    expect([refusal.status, refusal.body]).toEqual([503, { error: sentence }]);
    expect(refusal.headers.get('retry-after')).toBe('10');

    free();
    const first = await sendLarge('late');
    const second = await sendLarge('late');
    expect([first.status, second.status]).toEqual([202, 200]);
    expect(second.body).toEqual({ event_id: first.body.event_id, duplicate: true });
    expect(loggedLinesOf(sentence).filter((line) => line.includes('webhooks'))).toHaveLength(1);
  });
});
