import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { resolveStep, storeApproval } from '../approvals/store-approval.ts';
import { emailOf, hour } from '../approvals/sample-approval.ts';
import { openScene, type Scene } from '../scene.ts';
import { storeUserInput, submit } from '../user-inputs/store-user-input.ts';
import { notificationIdsOf, roleHolder, withDeniedPermission } from './notification-scene.ts';

const world = openTestDatabase();

const ada = (scene: Scene) => roleHolder(scene, 'ada', 'Approver');

describe('the notification of an approval', () => {
  it('is shown to the people who are asked, with a link', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene);
    const { items } = await scene.notifications.listNotifications(ada(scene), {
      number_of_items: 10,
    });
    expect(items).toEqual([
      {
        _id: `approval:${id}`,
        kind: 'approval',
        title: 'Isolate asks for an approval',
        text: 'Isolate these hosts?',
        at: '2026-09-01T12:00:00.000Z',
        link: `/approvals/${id}`,
        unread: true,
      },
    ]);
    expect(await notificationIdsOf(scene, scene.root)).toEqual([`approval:${id}`]);
    expect(await notificationIdsOf(scene, roleHolder(scene, 'eve', 'Approver'))).toEqual([]);
  });

  it('is shown despite many newer questions to other people', async () => {
    const scene = openScene(world);
    const eve = roleHolder(scene, 'eve', 'Approver');
    const mine = { approvers: [emailOf('eve')] };
    const [approval, form] = [
      await storeApproval(scene, mine),
      await storeUserInput(scene, { input_for: [emailOf('eve')] }),
    ];
    for (let n = 1; n <= 120; n += 1) {
      scene.time.now += 1;
      await storeApproval(scene, { approvers: [emailOf('ada')] });
      await storeUserInput(scene, { input_for: [emailOf('ada')] });
    }
    const receivedIds = await notificationIdsOf(scene, eve);
    expect(receivedIds.toSorted()).toEqual([`approval:${approval}`, `user_input:${form}`]);
  });

  it('disappears when somebody has decided', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene);
    await resolveStep(scene, id, 'bob approves all');
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
  });

  it('stays for people who must still decide, and disappears for the others', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene, { approvals_required: 2 });
    await resolveStep(scene, id, 'ada approves all');
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
    expect(await notificationIdsOf(scene, roleHolder(scene, 'bob', 'Approver'))).toEqual([
      `approval:${id}`,
    ]);
  });

  it('disappears when the approval expires, also before the sweep', async () => {
    const scene = openScene(world);
    await storeApproval(scene);
    scene.time.now += hour;
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
  });

  it('is not shown to the person who started the run, if others must decide', async () => {
    const scene = openScene(world);
    await storeApproval(scene, { no_self_approval: true, requested_by: [emailOf('ada')] });
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
    expect(await notificationIdsOf(scene, roleHolder(scene, 'bob', 'Approver'))).toHaveLength(1);
  });

  it.each([['read_approval'], ['update_approval']])(
    'is shown only with the right to %s',
    async (permission) => {
      const scene = openScene(world);
      await storeApproval(scene);
      expect(
        await notificationIdsOf(scene, withDeniedPermission(ada(scene), 'approval', permission)),
      ).toEqual([]);
      expect(await notificationIdsOf(scene, { ...ada(scene), readOnly: true })).toEqual([]);
      expect(await notificationIdsOf(scene, ada(scene))).toHaveLength(1);
    },
  );

  it('is shown to people of the service portal too', async () => {
    const scene = openScene(world);
    const id = await storeApproval(scene);
    const portal = roleHolder(scene, 'ada', 'Portal-User');
    expect(await notificationIdsOf(scene, portal)).toEqual([`approval:${id}`]);
  });
});

describe('the notification of a user input', () => {
  it('is shown to the people named, and disappears when the form is filled in', async () => {
    const scene = openScene(world);
    const id = await storeUserInput(scene);
    const { items } = await scene.notifications.listNotifications(ada(scene), {
      number_of_items: 10,
    });
    expect(items).toMatchObject([
      {
        _id: `user_input:${id}`,
        kind: 'user_input',
        title: 'Isolate asks for input',
        text: 'Which host is it?',
        link: `/user-input/${id}`,
      },
    ]);
    expect(await notificationIdsOf(scene, roleHolder(scene, 'eve', 'Approver'))).toEqual([]);
    await submit(scene, id, 'bob');
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
  });

  it('is shown to everybody who may answer, if nobody is named', async () => {
    const scene = openScene(world);
    await storeUserInput(scene, { input_for: [] });
    expect(await notificationIdsOf(scene, roleHolder(scene, 'eve', 'Approver'))).toHaveLength(1);
    expect(await notificationIdsOf(scene, roleHolder(scene, 'eve', 'Read-Only'))).toEqual([]);
    expect(
      await notificationIdsOf(
        scene,
        withDeniedPermission(ada(scene), 'user_input', 'read_user_input'),
      ),
    ).toEqual([]);
  });

  it('disappears when the user input expires', async () => {
    const scene = openScene(world);
    await storeUserInput(scene);
    scene.time.now += hour;
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
  });
});

describe('the list of waiting notifications', () => {
  it('contains nothing of another organisation', async () => {
    const [scene, otherScene] = [openScene(world), openScene(world)];
    await storeApproval(otherScene);
    await storeUserInput(otherScene);
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
    expect(await notificationIdsOf(scene, scene.root)).toEqual([]);
    expect(await notificationIdsOf(otherScene, ada(otherScene))).toHaveLength(2);
  });

  it('is sorted by time, filtered by kind and returned in pages', async () => {
    const scene = openScene(world);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.unshift(`approval:${await storeApproval(scene)}`);
      scene.time.now += 1000;
      ids.unshift(`user_input:${await storeUserInput(scene)}`);
      scene.time.now += 1000;
    }
    const wholeList = await scene.notifications.listNotifications(ada(scene), {
      number_of_items: 100,
    });
    const times = wholeList.items.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(wholeList.items.map(({ _id }) => _id).sort()).toEqual(ids.toSorted());
    expect(await notificationIdsOf(scene, ada(scene), { kind: 'user_input' })).toHaveLength(3);
    const { listNotifications } = scene.notifications;
    const first = await listNotifications(ada(scene), { number_of_items: 4 });
    const next = { number_of_items: 4, next: first.next ?? '' };
    const second = await listNotifications(ada(scene), next);
    expect([...first.items, ...second.items]).toEqual(wholeList.items);
    expect(second.next).toBeUndefined();
    const filtered = listNotifications(ada(scene), { ...next, kind: 'approval' });
    await expect(filtered).rejects.toMatchObject({ status: 400 });
    const foreignList = listNotifications(person(scene.tenant_id), next);
    await expect(foreignList).rejects.toMatchObject({ status: 400 });
  });
});
