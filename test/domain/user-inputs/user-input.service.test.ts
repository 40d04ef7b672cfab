import { userInputService } from '#lib/domain/user-inputs/user-input.service.ts';
import { unsentSubmissions, userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { userInputPage, userInputView } from '#lib/domain/user-inputs/user-input.schema.ts';
import { matches } from '#lib/engine/pattern.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { noon, openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';
import { storedUserInput, storeUserInput, submit, subuserNamed } from './store-user-input.ts';
import { emailOf, field, hour } from './sample-user-input.ts';

const world = openTestDatabase();

const unsentSubmissionIds = async ({ db, tenant_id }: Scene): Promise<string[]> => {
  const ids: string[] = [];
  for await (const one of unsentSubmissions(db)) if (one.tenant_id === tenant_id) ids.push(one._id);
  return ids;
};

describe('a submission', () => {
  it('is stored, published as one fact and pushed to consoles', async () => {
    const scene = openScene(world);
    const user_input_id = await storeUserInput(scene);
    const view = await submit(scene, user_input_id, 'ada', { reason: 'Old', region: 'us-east-1' });
    const { tenant_id } = scene;
    expect(scene.facts).toEqual([{ type: 'user_input_resolved', tenant_id, user_input_id }]);
    expect(scene.frames.map((text) => JSON.parse(text).message)).toEqual([
      { user_input_id, status: 'RESOLVED' },
    ]);
    expect(userInputView.parse(view)).toMatchObject({
      status: 'RESOLVED',
      resolver: { id: 'ada@example.com', name: 'ada@example.com' },
      resolved_at: isoTime(noon),
      inputs: [{ value: 'Old' }, { value: 'us-east-1' }],
      may_act: false,
      reason: 'This user input was resolved already.',
    });
    expect(await storedUserInput(scene, user_input_id)).toMatchObject({
      status: 'RESOLVED',
      outbox: 'resolved',
    });
    expect(await unsentSubmissionIds(scene)).toEqual([user_input_id]);
  });

  it('is stored although the bus and consoles cannot be reached', async () => {
    const scene = openScene(world);
    const user_input_id = await storeUserInput(scene);
    const down = async () => {
      throw new Error('down');
    };
    const broken = { bus: { publish: down }, realtime: { push: down } };
    const service = userInputService({ ...scene, ...broken, loadMatches: () => matches });
    const call = { user_input_id, values: { reason: 'Because' } };
    expect(await service.submitUserInput(scene.root, call)).toMatchObject({ status: 'RESOLVED' });
    expect(await unsentSubmissionIds(scene)).toEqual([user_input_id]);
    await userInputStore(scene.db, scene.tenant_id).markSent(user_input_id);
    expect(await unsentSubmissionIds(scene)).toEqual([]);
  });

  it('changes and publishes nothing when it is refused', async () => {
    const scene = openScene(world);
    const id = await storeUserInput(scene);
    const before = await storedUserInput(scene, id);
    const statuses = [
      await statusOf(submit(scene, id, 'eve')),
      await statusOf(submit(scene, id, 'ada', {})),
      await statusOf(submit(scene, id, 'ada', { reason: 'x', region: 'mars' })),
      await statusOf(submit(scene, id, 'ada', { reason: 'x', other: 1 })),
      await statusOf(submit(scene, 'inp_none', 'ada')),
    ];
    scene.time.now += hour;
    statuses.push(await statusOf(submit(scene, id, 'ada')));
    expect(statuses).toEqual([403, 400, 400, 400, 404, 409]);
    expect(await storedUserInput(scene, id)).toEqual(before);
    expect([...scene.facts, ...scene.frames]).toEqual([]);
  });

  it('is checked again at the write, also against the expiry time', async () => {
    const scene = openScene(world);
    const id = await storeUserInput(scene);
    const store = userInputStore(scene.db, scene.tenant_id);
    const { inputs, expires_on } = await storedUserInput(scene, id);
    const resolver = { id: emailOf('ada'), name: 'Ada' };
    const last = isoTime(noon + hour - 1);
    expect(await store.submit(id, { inputs, resolver, resolved_at: expires_on })).toBe(false);
    expect(await store.submit(id, { inputs, resolver, resolved_at: last })).toBe(true);
    expect(await store.submit(id, { inputs, resolver, resolved_at: last })).toBe(false);
  });

  it('keeps unusual values unchanged', async () => {
    const scene = openScene(world);
    const inputs = [field('text', 'text'), field('data', 'json'), field('toString', 'number')];
    const id = await storeUserInput(scene, { inputs });
    const data = { size: 2 ** 60, ratio: 1e-200, '': [null, true], deep: { toString: '' } };
    await submit(scene, id, 'ada', { text: 'é€\u0000🐎', data, toString: -0.5 });
    const values = (await storedUserInput(scene, id)).inputs.map(({ value }) => value);
    expect(values).toEqual(['é€\u0000🐎', data, -0.5]);
  });

  it('is refused when it is too large', async () => {
    const scene = openScene(world);
    const id = await storeUserInput(scene, { inputs: [field('data', 'json')] });
    const noise = Array.from({ length: 60_000 }, (_, n) => Math.sin(n));
    expect(await statusOf(submit(scene, id, 'ada', { data: noise }))).toBe(413);
    expect((await storedUserInput(scene, id)).status).toBe('PENDING');
  });
});

describe('a user input', () => {
  it('does not exist for another organisation', async () => {
    const scene = openScene(world);
    const user_input_id = await storeUserInput(scene);
    const otherScene = openScene(world);
    for (const caller of [otherScene.root, person(otherScene.tenant_id, emailOf('ada'))]) {
      const call = { user_input_id, values: { reason: 'x' } };
      const { getUserInput, submitUserInput, listUserInputs } = otherScene.userInputs;
      expect(await statusOf(getUserInput(caller, { user_input_id }))).toBe(404);
      expect(await statusOf(submitUserInput(caller, call))).toBe(404);
      for (const status of [undefined, 'PENDING' as const]) {
        const request = { number_of_items: 10, ...(status && { status }) };
        expect(await listUserInputs(caller, request)).toEqual({ items: [] });
      }
    }
    expect((await storedUserInput(scene, user_input_id)).status).toBe('PENDING');
  });

  it('shows whether the caller may submit it, and why not', async () => {
    const scene = openScene(world);
    const user_input_id = await storeUserInput(scene);
    const get = (name: string) =>
      scene.userInputs.getUserInput(subuserNamed(scene, name), { user_input_id });
    expect(await get('ada')).toMatchObject({ may_act: true });
    expect(await get('eve')).toMatchObject({
      may_act: false,
      reason: 'You are not an authorizer of this user input.',
    });
    const openForm = await storeUserInput(scene, { input_for: [] });
    expect(await statusOf(submit(scene, openForm, 'eve'))).toBe(200);
  });

  it('is hidden from portal users in runs of other people', async () => {
    const scene = openScene(world);
    const pia = person(scene.tenant_id, emailOf('pia'), { userType: 'SP_USER' });
    const foreignForm = await storeUserInput(scene, { input_for: [] });
    const ownForm = await storeUserInput(scene, { input_for: [], requested_by: [pia.user_id] });
    const { getUserInput, listUserInputs, submitUserInput } = scene.userInputs;
    const values = { reason: 'Because' };
    const { items } = await listUserInputs(pia, { number_of_items: 10 });
    expect(items.map(({ _id }) => _id)).toEqual([ownForm]);
    expect(await statusOf(getUserInput(pia, { user_input_id: foreignForm }))).toBe(403);
    expect(await statusOf(submitUserInput(pia, { user_input_id: foreignForm, values }))).toBe(403);
    expect(await statusOf(submitUserInput(pia, { user_input_id: ownForm, values }))).toBe(200);
  });

  it('shows entered values to their author and to people who may read the run', async () => {
    const scene = openScene(world);
    const portal = { userType: 'SP_USER' } as const;
    const pia = person(scene.tenant_id, emailOf('pia'), portal);
    const bob = person(scene.tenant_id, emailOf('bob'), portal);
    const eve = subuserNamed(scene, 'eve');
    const readRights = { bot_execution: { read_bot_execution: true } } as const;
    const staff = { _id: 'rol_1', name: 'Staff', policies: { ALLOW: readRights, DENY: {} } };
    const ada = person(scene.tenant_id, emailOf('ada'), { userType: 'SUBUSER', roles: [staff] });
    const inputs = [field('reason', 'text', { default_value: 'of the run' })];
    const input_for = [bob.user_id, emailOf('kim')];
    const user_input_id = await storeUserInput(scene, {
      inputs,
      input_for,
      requested_by: [pia.user_id],
    });
    const read = async (caller: typeof pia) => {
      const view = await scene.userInputs.getUserInput(caller, { user_input_id });
      const [{ value, default_value } = {}] = view.inputs;
      return [default_value, value, view.withheld];
    };
    const withheldAnswer = [undefined, undefined, true];
    expect(await read(pia)).toEqual(withheldAnswer);
    expect(await read(eve)).toEqual(withheldAnswer);
    expect(await read(bob)).toEqual(['of the run', undefined, undefined]);
    const call = { user_input_id, values: { reason: 'pay rise' } };
    const { inputs: filledInputs } = await scene.userInputs.submitUserInput(bob, call);
    expect(filledInputs).toMatchObject([{ value: 'pay rise' }]);
    for (const stranger of [pia, eve, subuserNamed(scene, 'kim')]) {
      expect(await read(stranger)).toEqual(withheldAnswer);
    }
    for (const reader of [bob, ada, scene.root]) {
      expect(await read(reader)).toEqual(['of the run', 'pay rise', undefined]);
    }
  });

  it('is not changed by reading', async () => {
    const scene = openScene(world);
    const user_input_id = await storeUserInput(scene);
    const before = await storedUserInput(scene, user_input_id);
    scene.time.now += 2 * hour;
    const { getUserInput, listUserInputs } = scene.userInputs;
    const view = await getUserInput(scene.root, { user_input_id });
    expect(view).toMatchObject({ status: 'EXPIRED', reason: "Can't resolve expired user input." });
    await listUserInputs(scene.root, { number_of_items: 10 });
    expect(await storedUserInput(scene, user_input_id)).toEqual(before);
  });

  it('expires when it is withdrawn, unless it is resolved', async () => {
    const scene = openScene(world);
    const store = userInputStore(scene.db, scene.tenant_id);
    const [first, second] = [await storeUserInput(scene), await storeUserInput(scene)];
    await store.withdraw(first);
    await submit(scene, second, 'ada');
    await store.withdraw(second);
    await store.withdraw('inp_none');
    expect(await storedUserInput(scene, first)).toMatchObject({
      status: 'EXPIRED',
      withdrawn: true,
    });
    expect(await storedUserInput(scene, second)).toMatchObject({ status: 'RESOLVED' });
    const refusal = await refusalFrom(submit(scene, first, 'ada'));
    expect(refusal?.message).toMatch(/withdrawn/);
    expect(await unsentSubmissionIds(scene)).toEqual([second]);
  });
});

describe('the list of user inputs', () => {
  /** 25 forms, a second apart: even ones for ada, odd ones for bob, every fifth for nobody. */
  const open = async () => {
    const scene = openScene(world);
    for (let n = 0; n < 25; n += 1) {
      const names = n % 5 === 0 ? [] : [n % 2 === 0 ? 'ada' : 'bob'];
      const expires_on = isoTime(noon + hour + n * 60_000);
      await storeUserInput(scene, {
        input_for: names.map(emailOf),
        expires_on,
        bot_name: `Bot ${n}`,
      });
      scene.time.now += 1000;
    }
    return scene;
  };

  const readPages = async (scene: Scene, name: string, query: object = {}) => {
    const caller = name === 'root' ? scene.root : subuserNamed(scene, name);
    const pages: string[][] = [];
    let next: string | undefined;
    do {
      const request = { number_of_items: 10, ...query, ...(next && { next }) };
      const page = userInputPage.parse(await scene.userInputs.listUserInputs(caller, request));
      pages.push(page.items.map(({ bot_name }) => bot_name.slice(4)));
      next = page.next;
    } while (next);
    return pages;
  };

  it('is sorted by newest first and returned in pages', async () => {
    const scene = await open();
    const all = await readPages(scene, 'root');
    expect(all.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(all.flat()).toEqual(Array.from({ length: 25 }, (_, n) => String(24 - n)));
    expect((await readPages(scene, 'eve')).flat()).toHaveLength(25);
    expect(await readPages(scene, 'root', { status: 'PENDING' })).toEqual(all);
    const second = { number_of_items: 10, page_number: 2 };
    const { items } = await scene.userInputs.listUserInputs(scene.root, second);
    expect(items.map(({ bot_name }) => bot_name.slice(4))).toEqual(all[1]);
  });

  it('is filtered by the current status', async () => {
    const scene = await open();
    const [first] = (await scene.userInputs.listUserInputs(scene.root, { number_of_items: 1 }))
      .items;
    await submit(scene, first?._id ?? '', 'ada');
    scene.time.now = noon + hour + 9 * 60_000;
    const found = async (status: string) =>
      (await readPages(scene, 'root', { status })).flat().length;
    expect([await found('PENDING'), await found('EXPIRED'), await found('RESOLVED')]).toEqual([
      14, 10, 1,
    ]);
  });

  it('is filtered by bot, authorizer and caller', async () => {
    const scene = await open();
    const found = async (name: string, query: object) =>
      (await readPages(scene, name, query)).flat();
    expect(await found('root', { bot_name: 'bot 2' })).toEqual(['24', '23', '22', '21', '20', '2']);
    const ofAda = await found('root', { authorizer: emailOf('ada') });
    expect(ofAda).toEqual(['24', '22', '18', '16', '14', '12', '8', '6', '4', '2']);
    expect(await found('ada', { authorizer: 'Self' })).toEqual(ofAda);
    expect(await found('ada', { current_user: 'true' })).toEqual(ofAda);
    expect(await found('ada', { current_user: 'false' })).toHaveLength(25);
    expect(await found('bob', { current_user: 'true', authorizer: emailOf('ada') })).toEqual([]);
    const both = { authorizer: 'Self', status: 'PENDING', bot_name: 'Bot 2' };
    expect(await found('bob', both)).toEqual(['23', '21']);
  });

  it('accepts a cursor only with the same filter', async () => {
    const scene = await open();
    const { listUserInputs } = scene.userInputs;
    const request = { number_of_items: 10 };
    const { next = '' } = await listUserInputs(scene.root, request);
    expect(await statusOf(listUserInputs(scene.root, { ...request, next }))).toBe(200);
    for (const query of [{ status: 'PENDING' as const }, { authorizer: 'Self' }]) {
      expect(await statusOf(listUserInputs(scene.root, { ...request, ...query, next }))).toBe(400);
    }
  });
});
