import { textKeyTable } from './random-calls.ts';
import { compareWithOracle, sequenceCount } from './compare-with-oracle.ts';

describe('a table with a text as its sort key', () => {
  it('returns and stores the same as the DynamoDB emulator', async () => {
    await compareWithOracle(textKeyTable, sequenceCount);
  });
});
