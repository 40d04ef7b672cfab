import { screen } from '@testing-library/react';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { TriggerText } from '#web/components/run/trigger-text.tsx';
import { HandlingState } from '#web/pages/listeners/handling.tsx';
import { renderPage } from '../render.tsx';

describe('the trigger of a run', () => {
  const trigger = { type: 'event', listener_id: 'lst_1', event_id: 'evt_00c0ffee' } as const;

  it('shows an event by its title', () => {
    renderPage(<TriggerText trigger={{ ...trigger, title: 'web-1' }} />);
    expect(screen.getByRole('link')).toHaveTextContent('Event: web-1');
  });

  it('shows an event without a title by the end of its id', () => {
    renderPage(<TriggerText trigger={trigger} />);
    expect(screen.getByRole('link')).toHaveTextContent('Event …c0ffee');
  });
});

describe('the handling of an event', () => {
  it('shows the number of started runs without a success icon', () => {
    const event = { handling: 'started', bot_exc_ids: ['exc_1'] } as unknown as ListenerEventView;
    const { container } = renderPage(<HandlingState event={event} />);
    expect(container).toHaveTextContent('1 run started');
    expect(container.innerHTML).not.toContain('status-success');
  });
});
