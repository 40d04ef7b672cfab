import { screen } from '@testing-library/react';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { TriggerText } from '#web/components/run/trigger-text.tsx';
import { HandlingState } from '#web/pages/listeners/handling.tsx';
import { show } from '../render.tsx';

describe('what started a run', () => {
  const trigger = { type: 'event', listener_id: 'lst_1', event_id: 'evt_00c0ffee' } as const;

  it('is the event by what it says that it is about', () => {
    show(<TriggerText trigger={{ ...trigger, title: 'web-1' }} />);
    expect(screen.getByRole('link')).toHaveTextContent('Event: web-1');
  });

  it('is one of many events that say nothing, by the end of its id', () => {
    show(<TriggerText trigger={trigger} />);
    expect(screen.getByRole('link')).toHaveTextContent('Event …c0ffee');
  });
});

describe('what an event came to', () => {
  it('is runs that have started, however they end', () => {
    const event = { handling: 'started', bot_exc_ids: ['exc_1'] } as unknown as ListenerEventView;
    const { container } = show(<HandlingState event={event} />);
    expect(container).toHaveTextContent('1 run started');
    expect(container.innerHTML).not.toContain('status-success');
  });
});
