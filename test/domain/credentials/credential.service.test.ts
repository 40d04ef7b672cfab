import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newCredential, credentialChange } from '#lib/domain/credentials/credential.schema.ts';
import { openCredential } from '#lib/domain/credentials/opened-credential.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';

const world = openTestDatabase('disk');

const canary = 'canary-4d1f';
const mask = '••••••••';
const api = { name: 'Api key', kind: 'bearer', hosts: ['api.example.com'], secret: canary };

const create = (scene: Scene, more: object = {}) =>
  scene.credentials.createCredential(scene.root, newCredential.parse({ ...api, ...more }));

const change = (scene: Scene, credential_id: string, more: object = {}) => {
  const { kind: _, ...rest } = { ...api, secret: '' };
  const input = credentialChange.parse({ ...rest, ...more });
  return scene.credentials.updateCredential(scene.root, { credential_id, ...input });
};

const open = (scene: Scene, id: string, tenant = scene.tenant_id) =>
  openCredential(scene)(tenant, id);

describe('a credential', () => {
  it('is created with an id that cannot be guessed, and answered without its secret', async () => {
    const scene = openScene(world);
    const made = await create(scene);
    expect(made).toEqual({
      _id: expect.stringMatching(/^crd_[0-9a-f]{44}$/),
      name: 'Api key',
      kind: 'bearer',
      hosts: ['api.example.com'],
      secret: mask,
      created_by: 'root@example.com',
      created_at: '2026-09-01T12:00:00.000Z',
      updated_at: '2026-09-01T12:00:00.000Z',
    });
    expect(await scene.credentials.getCredential(scene.root, { credential_id: made._id })).toEqual(
      made,
    );
    expect(await open(scene, made._id)).toMatchObject({ name: 'Api key', secret: canary });
  });

  it('has a name of its own, whatever its case', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene);
    const other = await create(scene, { name: 'Other' });
    for (const name of ['Api key', 'API KEY']) {
      const refusals = [create(scene, { name }), change(scene, other._id, { name })];
      for (const refusal of await Promise.all(refusals.map(refusalFrom))) {
        expect([refusal?.status, refusal?.body()]).toEqual([
          409,
          { error: 'A credential with this name already exists.', field: 'name' },
        ]);
      }
    }
    expect(await change(scene, _id, { name: 'API key' })).toMatchObject({ name: 'API key' });
    expect(await statusOf(create(openScene(world)))).toBe(200);
  });

  it('keeps its secret where the new one is blank, or the mask that was answered', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene);
    for (const secret of ['', '  ', mask, undefined]) {
      expect(await change(scene, _id, { secret })).toMatchObject({ secret: mask });
      expect(await open(scene, _id)).toMatchObject({ secret: canary });
    }
    await change(scene, _id, { secret: 'another' });
    expect(await open(scene, _id)).toMatchObject({ secret: 'another' });
  });

  it('is never sent to further hosts without its secret entered again', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene, { hosts: ['api.example.com', 'b.example.com:8443'] });
    const further = { hosts: ['api.example.com', 'evil.example'] };
    const refusal = await refusalFrom(change(scene, _id, further));
    expect([refusal?.status, refusal?.body()]).toEqual([
      400,
      { error: 'Enter the secret again: so far it is not sent to evil.example.', field: 'secret' },
    ]);
    expect((await open(scene, _id))?.hosts).not.toContain('evil.example');
    expect((await change(scene, _id)).hosts).toEqual(['api.example.com']);
    expect(await statusOf(change(scene, _id, { hosts: ['b.example.com:8443'] }))).toBe(400);
    expect((await change(scene, _id, { ...further, secret: canary })).hosts).toEqual(further.hosts);
  });

  it('is changed by one of two people at the same moment', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene, { hosts: ['a.example.com', 'b.example.com'] });
    const changes = [
      change(scene, _id, { hosts: ['a.example.com'], secret: 'new secret' }),
      change(scene, _id, { hosts: ['a.example.com', 'b.example.com'] }),
    ];
    const statuses = await Promise.all(changes.map(statusOf));
    expect(statuses.sort()).toEqual([200, 409]);
    const now = await open(scene, _id);
    const isNew = now?.secret === 'new secret';
    expect(now?.hosts).toHaveLength(isNew ? 1 : 2);
  });

  it('is gone once it was deleted', async () => {
    const scene = openScene(world);
    const { _id } = await create(scene);
    const one = { credential_id: _id };
    await scene.credentials.deleteCredential(scene.root, one);
    const calls = [
      scene.credentials.getCredential(scene.root, one),
      scene.credentials.deleteCredential(scene.root, one),
      change(scene, _id),
    ];
    expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404]);
    expect(await open(scene, _id)).toBeUndefined();
    expect(await statusOf(create(scene))).toBe(200);
  });

  it('of another organisation is as absent as one that never was', async () => {
    const [ours, theirs] = [openScene(world), openScene(world)];
    const { _id } = await create(theirs);
    expect(await open(ours, _id)).toBeUndefined();
    expect(await open(ours, 'crd_none')).toBeUndefined();
    expect(await open(theirs, _id)).toMatchObject({ secret: canary });
  });
});

describe('the list of credentials', () => {
  it('is filtered by kind and name, and holds no secret', async () => {
    const scene = openScene(world);
    const hook = { kind: 'webhook_url', hosts: [], secret: `https://hooks.slack.com/${canary}` };
    await create(scene, { name: 'Slack ops', ...hook });
    await create(scene, { name: 'Slack dev', ...hook });
    await create(scene);
    const list = async (query: object) => {
      const request = { number_of_items: 10, ...query };
      const { items } = await scene.credentials.listCredentials(scene.root, request);
      expect(JSON.stringify(items)).not.toContain(canary);
      return items.map(({ name }) => name).sort();
    };
    expect(await list({})).toEqual(['Api key', 'Slack dev', 'Slack ops']);
    expect(await list({ kind: 'webhook_url' })).toEqual(['Slack dev', 'Slack ops']);
    expect(await list({ kind: 'webhook_url', regex: 'OPS' })).toEqual(['Slack ops']);
    const page = await scene.credentials.listCredentials(scene.root, { number_of_items: 2 });
    const { next = '' } = page;
    const rest = { number_of_items: 2, next };
    expect((await scene.credentials.listCredentials(scene.root, rest)).items).toHaveLength(1);
  });
});

describe('a secret', () => {
  const filesBelow = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it('lies nowhere in the clear: not in the store, not in answers, not in frames', async () => {
    const scene = openScene(world);
    const secrets = Array.from({ length: 20 }, (_, n) => `canary-on-disk-${n}`);
    const answers: unknown[] = [];
    for (const [n, secret] of secrets.entries()) {
      const made = await create(scene, { name: `Key ${n}`, secret });
      answers.push(
        made,
        await change(scene, made._id, { name: `Key ${n}`, secret: `${secret}-b` }),
      );
    }
    expect(JSON.stringify([answers, scene.frames, scene.facts])).not.toContain('canary');
    const stored = filesBelow(world.folder).map((path) => readFileSync(path).toString('latin1'));
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.some((text) => text.includes('Key 19'))).toBe(true);
    expect(stored.filter((text) => text.includes('canary-on-disk'))).toEqual([]);
  });
});
