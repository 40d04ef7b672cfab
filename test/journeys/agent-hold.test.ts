import { claimOf, enrolAgents } from '#test/bench/agents.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';

describe('an agent of a server that does not hold requests for work', () => {
  let product: Embedded;
  beforeAll(async () => {
    product = await openEmbedded({ AGENT_HOLD: '0' });
  });
  afterAll(() => product.close());

  it('receives an answer with a wait time when no work exists', async () => {
    const [program] = await enrolAgents(product, 1);
    if (!program) throw new Error('Nobody enrolled.');
    const { url, headers, body } = claimOf(product.url, program);
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ wait_seconds: 15 });
  });
});
