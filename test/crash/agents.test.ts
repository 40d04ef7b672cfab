import { caseCount } from '#test/support/thorough.ts';
import { crashAgents } from './agents.ts';

describe('AI agents of a product that is killed at random', () => {
  it('repeat no effect, lose no message and finish their runs', async () => {
    const kills = caseCount({ usual: 3, thorough: 10 });
    const { row } = await crashAgents({ kills, agents: 4, every: [0.3, 1.5] });
    expect(row).toMatchObject({ kills, doubled: 0, lost: 0, stuck: 0 });
  });
});
