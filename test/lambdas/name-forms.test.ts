import { openTestDatabase } from '#test/support/database.ts';
import { openScene } from '../domain/scene.ts';
import { createExamples, exampleInputs } from './examples.ts';
import { openTestApi, type Values } from './gateway.ts';

// Unicode writes é as one or two characters: both look the same, so a name must not occur in both.
const world = openTestDatabase();
const composed = 'Caf\u00e9 1';
const decomposed = 'Cafe\u0301 1';

const open = async () => {
  const scene = openScene(world);
  const api = await openTestApi(scene);
  return { scene, api, ids: await createExamples(scene) };
};

const query = { resource_type: 'aws_s3_bucket' };

/** The calls that set a unique name in which non-ASCII characters are allowed. */
const namingRoutes: [key: string, field: string, more: Values][] = [
  ['createApiKey', 'name', {}],
  ['createAgent', 'name', {}],
  ['createOwnRule', 'title', {}],
  ['saveSearch', 'name', { query }],
];

describe('a name with another Unicode form of the same letters', () => {
  it.each(namingRoutes)('is refused as already used by %s', async (key, field, extra) => {
    const { api, ids } = await open();
    const { integration_id } = ids;
    const input = {
      ...exampleInputs[key],
      ...extra,
      ...(key === 'createAgent' && { integration_id }),
    };
    const response = await api.call(key, { ...input, [field]: decomposed });
    expect([response.status, response.body]).toEqual([201, expect.any(Object)]);
    const duplicate = await api.call(key, { ...input, [field]: composed });
    expect([duplicate.status, duplicate.body.field]).toEqual([409, field]);
  });

  it('is stored composed, while a compatible letter such as a ligature stays', async () => {
    const { api } = await open();
    const response = await api.call('createOwnRule', {
      ...exampleInputs.createOwnRule,
      title: decomposed,
    });
    expect(response.body.title).toBe(composed);
    const ligature = await api.call('createOwnRule', {
      ...exampleInputs.createOwnRule,
      title: '\ufb01',
    });
    expect(ligature.body.title).toBe('\ufb01');
  });
});

describe('a text that is not a name', () => {
  it('keeps its Unicode form', async () => {
    const { api } = await open();
    const texts = { description: decomposed, remediation: `${decomposed}.` };
    const response = await api.call('createOwnRule', { ...exampleInputs.createOwnRule, ...texts });
    expect(response.body).toMatchObject(texts);
  });
});
