import { newCredential } from '#lib/domain/credentials/credential.schema.ts';
import { refuseForeignCredentials } from '#lib/domain/bots/credential-use.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import { openScene, refusalFrom, type Scene } from '../scene.ts';

const world = openTestDatabase();

const keep = async (scene: Scene): Promise<string> => {
  const kept = { name: 'Key', kind: 'bearer', hosts: ['a.example'], secret: 'secret' };
  const input = newCredential.parse(kept);
  return (await scene.credentials.createCredential(scene.root, input))._id;
};

const using = (credential_id: string) =>
  draw('start -> ask:http_request -> tell:notification -> end', {
    ask: { url: 'https://a.example/', credential_id },
    tell: { to: ['a@example.com'], subject: 's', message: 'm', credential_id: 'left over' },
  });

describe('a bot that uses a credential', () => {
  it('is let through where the caller may see it', async () => {
    const scene = openScene(world);
    const graph = using(await keep(scene));
    expect(await refusalFrom(refuseForeignCredentials(world.db, scene.root, graph))).toBe(
      undefined,
    );
  });

  it('is refused alike where it is of another organisation, deleted, or never was', async () => {
    const [ours, theirs] = [openScene(world), openScene(world)];
    const deleted = await keep(ours);
    await ours.credentials.deleteCredential(ours.root, { credential_id: deleted });
    for (const id of [await keep(theirs), deleted, `crd_${'0'.repeat(32)}`]) {
      const refused = refuseForeignCredentials(world.db, ours.root, using(id));
      const refusal = await refusalFrom(refused);
      expect([refusal?.status, refusal?.message]).toEqual([
        403,
        '"ask" names a credential that is not yours, or was deleted. Choose one.',
      ]);
    }
  });

  it('is refused to whoever may not see credentials', async () => {
    const scene = openScene(world);
    const subuser = person(scene.tenant_id, 'b@example.com', { userType: 'SUBUSER' });
    const graph = using(await keep(scene));
    const refusal = await refusalFrom(refuseForeignCredentials(world.db, subuser, graph));
    expect([refusal?.status, refusal?.message]).toEqual([
      403,
      '"ask" uses a credential. You have no role that allows read_credential. ' +
        'Ask your ROOT user for it.',
    ]);
    const without = draw('start -> end');
    expect(await refusalFrom(refuseForeignCredentials(world.db, subuser, without))).toBe(undefined);
  });
});
