import { pathVariables, type Route } from '#lib/kernel/route.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene } from '../domain/scene.ts';
import { canary, type Ids } from '../lambdas/example.ts';
import { createExamples, exampleInputs, otherIds } from '../lambdas/examples.ts';
import { everyRoute, openTestApi, type Values } from '../lambdas/gateway.ts';
import { isOwnedBy, listAllItems, strayKeys } from './items.ts';

const world = openTestDatabase();

const fieldsOf = (route: Route): string[] => {
  const { shape = {} }: { shape?: object } = route.input as object;
  return Object.keys(shape);
};

/** The fields in which a route takes ids. */
const idFieldsOf = (key: string, route: Route): string[] => {
  const otherFields = Object.keys(otherIds[key] ?? {});
  const fields = fieldsOf(route).filter(
    (name) => name.endsWith('_id') || otherFields.includes(name),
  );
  return [...new Set([...pathVariables(route.path), ...fields])];
};

const routesWithIds = everyRoute
  .map(({ key, route }) => ({ key, route, names: idFieldsOf(key, route) }))
  .filter(({ names }) => names.length > 0);

/** An id of the same form that names nothing. */
const unknownIdLike = (id: string): string => {
  const last = id.at(-1) ?? '';
  const otherDigit = last === '0' ? '1' : '0';
  return id.includes('@') ? id.replace('@', '.nobody@') : `${id.slice(0, -1)}${otherDigit}`;
};

/** The id that a route takes in this field, from the prepared data. */
const idFor = (key: string, name: string, ids: Ids): string => {
  const idsByName = new Map<string, string>(Object.entries(ids));
  const idName = otherIds[key]?.[name];
  return (idName === undefined ? idsByName.get(name) : ids[idName]) ?? 'none';
};

/** Two organisations of one installation; the second has some of everything. */
const openTwoTenants = async () => {
  const [ours, theirs] = [openScene(world), openScene(world)];
  const [api, theirApi] = [await openTestApi(ours), await openTestApi(theirs)];
  const ids = await createExamples(theirs);
  return { ours, theirs, api, theirApi, ids };
};

describe('an organisation that uses every id of another organisation', () => {
  it('receives the same responses as for unknown ids, and changes nothing there', async () => {
    const { ours, theirs, api, ids } = await openTwoTenants();
    const before = (await listAllItems(ours.db)).filter(isOwnedBy(theirs.tenant_id));
    const theirFrames = theirs.frames.length;
    const failures: string[] = [];
    for (const { key, route, names } of routesWithIds) {
      const inputWith = (id: string): Values => ({
        ...exampleInputs[key],
        ...Object.fromEntries(names.map((name) => [name, id])),
      });
      for (const [kind, id] of Object.entries(ids)) {
        // Ready-made actions are shared by all.
        if (kind === 'action_id' && names.includes(kind)) continue;
        const answer = await api.call(key, inputWith(id));
        const unknownAnswer = await api.call(key, inputWith(unknownIdLike(id)));
        const isSame = answer.status === unknownAnswer.status && answer.text === unknownAnswer.text;
        const isList = answer.status === 200 && route.method === 'GET';
        const refuses = [400, 404].includes(answer.status);
        const tells = answer.text.includes(canary);
        if (!isSame || tells || !(refuses || isList)) {
          failures.push(`${key} ${kind}: ${answer.status} ${unknownAnswer.status} ${answer.text}`);
        }
      }
    }
    expect(failures).toEqual([]);
    expect(routesWithIds.length * Object.keys(ids).length).toBeGreaterThan(500);
    const after = (await listAllItems(ours.db)).filter(isOwnedBy(theirs.tenant_id));
    expect(after).toEqual(before);
    expect(theirs.frames).toHaveLength(theirFrames);
  });

  it('stores nothing of the other one in its data, frames, audit trail and logs', async () => {
    const { ours, theirs, api, ids } = await openTwoTenants();
    for (const { key, names } of routesWithIds) {
      const input = Object.fromEntries(names.map((name) => [name, idFor(key, name, ids)]));
      // The canary in the caller's own input is replaced: only values returned another way count.
      const sent = JSON.stringify({ ...exampleInputs[key], ...input }).replaceAll(canary, 'Ours');
      await api.call(key, JSON.parse(sent));
    }
    const ownItems = (await listAllItems(ours.db)).filter(isOwnedBy(ours.tenant_id));
    expect(ownItems.some(({ table }) => table.name === 'audit_records')).toBe(true);
    expect(JSON.stringify(ownItems.map(({ item }) => item))).not.toContain(canary);
    expect(JSON.stringify(ownItems.map(({ item }) => item))).not.toContain(theirs.tenant_id);
    const trail = await ours.audit.listAuditTrails(ours.root, { number_of_items: 100 });
    expect(trail.items.length).toBeGreaterThan(10);
    const outputText = [JSON.stringify(trail), ours.frames.join(), api.lines.join('\n')].join();
    for (const text of [canary, theirs.tenant_id]) expect(outputText).not.toContain(text);
    expect(ours.frames).toEqual([]);
  });
});

describe('frames', () => {
  it('reach no socket of another organisation', async () => {
    const { ours, theirs, theirApi, ids } = await openTwoTenants();
    expect(theirs.frames.length).toBeGreaterThan(0);
    await theirApi.call('abortExecution', { bot_exc_id: ids.bot_exc_id });
    await theirApi.call('resolveApproval', {
      ...exampleInputs.resolveApproval,
      approval_id: ids.approval_id,
    });
    expect(ours.frames).toEqual([]);
    expect(theirs.frames.join()).not.toContain(canary);
  });
});

describe('the stored items', () => {
  it('lie in partitions whose keys begin with their organisation', async () => {
    const { theirs, theirApi, ids } = await openTwoTenants();
    for (const { key, names } of routesWithIds) {
      const input = Object.fromEntries(names.map((name) => [name, idFor(key, name, ids)]));
      await theirApi.call(key, { ...exampleInputs[key], ...input });
    }
    const all = await listAllItems(theirs.db);
    expect(all.filter(isOwnedBy(theirs.tenant_id)).length).toBeGreaterThan(20);
    expect(all.flatMap(strayKeys)).toEqual([]);
  });
});
