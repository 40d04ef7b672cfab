import type { Cost } from '#lib/domain/bots/cost.schema.ts';
import { historyNote, historyText, isHistory } from '#web/pages/bots/cost/history-words.ts';

const parts = { transitions: 0, functions: 0, database: 0, events: 0, mails: 0 };
const costWithTotal = (total: number): Cost => ({ ...parts, total });

const history = (versions: number[] = [1]) => ({
  runs: 20,
  versions,
  costs: { median: costWithTotal(0.0004), highest: costWithTotal(0.0011) },
});

describe('the text about the cost of the last runs', () => {
  it('shows the maximum cost of the graph beside the cost of the runs', () => {
    expect(historyText(history(), 0.0013)).toBe(
      'About $0.00040, based on the last 20 runs (highest $0.0011); ' +
        'up to $0.0013 on the most expensive path through the graph.',
    );
  });

  it("calls the graph's cost no maximum when a run cost more", () => {
    expect(historyText(history(), 0.0009)).toMatch(
      /; about \$0\.00090 on the most expensive path through the graph\.$/,
    );
  });

  it.each([
    [[3], 'of version 3, according'],
    [[3, 2], 'of versions 3 and 2, according'],
    [[5, 3, 2], 'of versions 5, 3, and 2, according'],
    [[9, 8, 7, 6], 'of 4 versions, 9 the newest, according'],
  ])('names the versions of the runs: %j', (versions, text) => {
    expect(historyNote(history(versions))).toContain(text);
  });

  it('requires enough runs', () => {
    expect(isHistory(undefined)).toBe(false);
    expect(isHistory({ runs: 2, versions: [1] })).toBe(false);
    expect(isHistory(history())).toBe(true);
  });
});
