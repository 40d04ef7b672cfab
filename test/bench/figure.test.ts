import { atMostMs, judgeGoals, noRefusalsGoal, summaryOf } from './figure.ts';

describe('a figure of the bench', () => {
  it('meets its goals if every value is within its inclusive bound', () => {
    const perSecond = { value: 600, unit: 'a second', atLeast: 600 };
    expect(judgeGoals([atMostMs(50, 50, 'p99'), perSecond])).toEqual({
      goal: 'p99 <= 50 ms, >= 600 a second',
      verdict: 'met',
    });
    expect(judgeGoals([atMostMs(50, 50), { ...perSecond, value: 599 }]).verdict).toBe('missed');
    expect(judgeGoals([atMostMs(50, 50.1), perSecond]).verdict).toBe('missed');
  });

  it('misses its goals if nothing was measured', () => {
    expect(judgeGoals([atMostMs(50, Number.NaN)]).verdict).toBe('missed');
  });

  it('has no verdict without a goal', () => {
    expect(judgeGoals([])).toEqual({ goal: '', verdict: 'no goal' });
    const figure = { label: 'told', verdict: 'no goal' } as const;
    expect(summaryOf([figure])).toBe('0 met, 0 missed');
  });

  it('counts failed connections and responses other than 2xx as refused', () => {
    expect(judgeGoals([noRefusalsGoal({ 200: 5, 202: 3, 204: 1 })]).verdict).toBe('met');
    expect(noRefusalsGoal({ 0: 1, 202: 3, 429: 2 })).toMatchObject({ value: 3 });
  });
});

describe('the last line of the bench', () => {
  it('counts met and missed goals and names the missed figures', () => {
    const met = { label: 'start', verdict: 'met' } as const;
    const missed = { label: 'wait', verdict: 'missed' } as const;
    expect(summaryOf([met, met])).toBe('2 met, 0 missed');
    expect(summaryOf([met, missed, met])).toBe('2 met, 1 missed: wait');
  });
});
