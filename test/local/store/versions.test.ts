import { versions } from './calls.ts';
import { compareWithOracle, sequences } from './compare.ts';

describe('a table with a number as its sort key', () => {
  it('answers as the oracle does, and holds the same afterwards', async () => {
    await expect(compareWithOracle(versions, sequences)).resolves.toBeUndefined();
  });
});
