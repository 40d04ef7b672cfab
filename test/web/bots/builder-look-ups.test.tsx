// What the AI builder finds by name, in the product's own lists.
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { findListeners } from '#web/pages/bots/builder/drawing/look-ups.ts';
import { liveLookUps } from '#web/pages/bots/builder/live-look-ups.ts';
import { connectToEmbedded } from '../render.tsx';

const names = Array.from({ length: 120 }, (_, at) => `prod aws ${at}`);

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  for (const name of names) {
    await product.api.listeners.createListener({
      name,
      description: 'x',
      auth_configs: { auth_type: 'secret_in_header', headers: {} },
    });
  }
});

afterAll(() => product.close());

const find = (name: string) => findListeners(liveLookUps(new AbortController().signal), { name });

describe('the AI builder looking up listeners', () => {
  it.each(['prod aws 17', 'prod_aws_17', ' Prod/AWS.17 '])('accepts the name %j', async (name) => {
    const { content, ids } = await find(name);
    expect(JSON.parse(content)).toMatchObject({ name: 'prod aws 17', listener_id: ids?.[0] });
  });

  it('returns 25 matches with their ids and counts the others', async () => {
    const { content, ids = [] } = await find('prod aws');
    expect(ids).toHaveLength(25);
    for (const id of ids) expect(content).toContain(id);
    expect(content).toContain(`There are ${names.length - 25} more`);
  });
});
