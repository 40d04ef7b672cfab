import { render, screen } from '@testing-library/react';
import { OutsideCallsList } from '#web/pages/bots/versions/outside-calls.tsx';

const file = { integration_id: 'int_1', method: 'POST', host: 'acme.example', alias: 'Tickets' };
const read = { ...file, method: 'GET' };
const plain = { method: 'GET', host: 'any' };

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim());

describe('what a version calls besides AWS', () => {
  it('is named with its method, host and integration, and what is new is marked', () => {
    const calls = [read, file, plain];
    render(<OutsideCallsList title="Calls outside AWS" calls={calls} before={[read]} />);
    expect(lines()).toEqual([
      'GET acme.example with Tickets',
      'POST acme.example with Tickets New',
      'GET any address, without an integration New',
    ]);
  });

  it('is marked nowhere where nothing is compared, and what is gone is told', () => {
    const { rerender } = render(<OutsideCallsList title="Calls outside AWS" calls={[file]} />);
    expect(lines()).toEqual(['POST acme.example with Tickets']);
    rerender(<OutsideCallsList title="Calls outside AWS" calls={[]} before={[file]} />);
    screen.getByText('No longer: POST acme.example with Tickets');
  });

  it('is told to follow a change of an action', () => {
    render(<OutsideCallsList title="Calls outside AWS" calls={[file]} />);
    screen.getByText(/^Based on the actions as they are now\./);
  });

  it('is not spoken of where there is nothing', () => {
    const { container } = render(<OutsideCallsList title="Calls outside AWS" calls={[]} before={[]} />);
    expect(container).toBeEmptyDOMElement();
  });
});
