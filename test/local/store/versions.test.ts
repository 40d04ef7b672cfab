import { versions } from './calls.ts';
import { compareWithOracle, sequences } from './compare.ts';

describe('a table with a number as its sort key', () => {
  it('returns and stores the same as the DynamoDB emulator', async () => {
    await expect(compareWithOracle(versions, sequences)).resolves.toBeUndefined();
  });
});
