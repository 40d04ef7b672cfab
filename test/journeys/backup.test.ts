import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, openEmbedded, stopProcess } from '#test/support/embedded.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';

// Follows docs/operations.md, "Backup and restore", step by step.

let product: Embedded;
const backup = mkdtempSync(join(tmpdir(), 'backup-'));

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(async () => {
  await product.close();
  rmSync(backup, { recursive: true });
});

const data = () => join(product.folder, 'data');

/** The data that a user finds again, or does not. */
const readUserData = async () => {
  const { api, sample } = product;
  const { listener_id } = sample;
  const { items } = await api.listeners.listListenerEvents({ listener_id });
  const bots = await api.bots.listBots({});
  const { text } = await api.bots.exportBot({ bot_id: sample.bot_id, kind: 'json', pins: 'false' });
  return { events: items.map(({ _id }) => _id), bots: bots.items.map(({ _id }) => _id), text };
};

describe('a server that is restored from its backup', () => {
  it('returns the same records and verifies signatures with its sealed secret', async () => {
    expect((await sendSampleEvent(product, finding('fnd-backup', 'LOW'))).status).toBe(202);
    const before = await readUserData();
    expect(before.events.length).toBeGreaterThan(0);

    await stopProcess(product.child(), 'SIGTERM');
    cpSync(data(), join(backup, 'data'), { recursive: true, preserveTimestamps: true });
    cpSync(`${data()}.key`, join(backup, 'key'));
    rmSync(data(), { recursive: true });
    rmSync(`${data()}.key`);

    cpSync(join(backup, 'data'), data(), { recursive: true });
    cpSync(join(backup, 'key'), `${data()}.key`);
    await product.start();
    expect(await readUserData()).toEqual(before);
    // Its signature is checked with a secret that was sealed before the backup.
    expect((await sendSampleEvent(product, finding('fnd-after', 'LOW'))).status).toBe(202);
  });

  it('refuses to start without the key file of its data, and creates no new key', async () => {
    const before = await readUserData();
    await stopProcess(product.child(), 'SIGTERM');
    const key = `${data()}.key`;
    renameSync(key, `${key}.away`);
    await expect(product.start()).rejects.toThrow(/The key file .* is missing/);
    renameSync(`${key}.away`, key);
    await product.start();
    expect(await readUserData()).toEqual(before);
  });
});
