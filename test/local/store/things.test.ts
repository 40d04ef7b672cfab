import { things } from './calls.ts';
import { compareWithOracle, sequences } from './compare.ts';

describe('a table with a text as its sort key', () => {
  it('returns and stores the same as the DynamoDB emulator', async () => {
    await expect(compareWithOracle(things, sequences)).resolves.toBeUndefined();
  });
});
