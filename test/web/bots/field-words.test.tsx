import { render, screen, within } from '@testing-library/react';
import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { draw } from '#test/support/drawing.ts';
import { Differences } from '#web/pages/bots/versions/differences.tsx';
import { fieldValueText } from '#web/pages/bots/versions/field-title.ts';

describe('the differences between node settings', () => {
  it.each([
    ['approval', 'settings.expires_in_minutes', 1440, '1 day'],
    ['approval', 'settings.expires_in_minutes', 90, '1 hour 30 minutes'],
    ['http_request', 'settings.timeout_seconds', 5, '5 seconds'],
    ['approval', 'policy.cache_minutes', 0, 'none'],
    ['http_request', 'settings.method', 'POST', 'POST'],
    ['start', 'settings.trigger_type', 'event_driven', 'Event driven'],
    ['delay', 'settings.seconds', 5, undefined],
    ['ai_agent', 'settings.max_cost_usd', 2.5, '$2.50'],
    ['ai_agent', 'settings.max_minutes', 30, '30 minutes'],
    ['ai_agent', 'settings.max_tokens', 5000, undefined],
    ['http_request', 'settings.url', 'https://api.cloud.io/', undefined],
    ['approval', 'name', 'Ask', undefined],
  ])('use the words of the form: %s, %s, %j', (kind, field, value, text) => {
    expect(fieldValueText(kind, field, value)).toBe(text);
  });

  it('show lists of addresses, durations and yes or no in words', () => {
    const before = draw('start -> ask:approval');
    const settings = {
      approvers: ['ops@example.com', 'root@example.com'],
      expires_in_minutes: 2880,
      no_self_approval: true,
      message: 'Now?',
    };
    const after = draw('start -> ask:approval', { ask: settings });
    render(<Differences found={compareGraphs(before, after)} />);
    const table = within(screen.getByRole('table', { name: 'Fields of ask that differ' }));
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toContain('Approvers(empty)ops@example.com, root@example.com');
    expect(rows).toContain('Expires after1 day2 days');
    expect(rows).toContain('Others must approveNoYes');
  });

  it('show the unit of a number when another setting holds the unit', () => {
    const rowsOf = (found: ReturnType<typeof compareGraphs>, label: string) => {
      const { unmount } = render(<Differences found={found} />);
      const table = within(screen.getByRole('table', { name: label }));
      const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
      unmount();
      return rows;
    };
    const hour = draw('start -> wait:delay', { wait: { seconds: 1, unit: 'hours' } });
    const baseGraph = draw('start -> wait:delay', { wait: { seconds: 90 } });
    const changed = rowsOf(compareGraphs(baseGraph, hour), 'Fields of wait that differ');
    expect(changed).toContain('How long90 seconds1 hour');
    expect(changed).toContain('UnitSecondsHours');
    const withoutWait = draw('start -> end');
    expect(rowsOf(compareGraphs(withoutWait, baseGraph), 'Fields of wait')).toContain(
      'How long90 seconds',
    );
    expect(rowsOf(compareGraphs(baseGraph, withoutWait), 'Fields of wait')).toContain(
      'How long90 seconds',
    );
  });
});
