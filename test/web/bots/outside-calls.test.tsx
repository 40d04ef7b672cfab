import { render, screen } from '@testing-library/react';
import { OutsideCallsList } from '#web/pages/bots/versions/outside-calls.tsx';

const postCall = {
  integration_id: 'int_1',
  method: 'POST',
  host: 'acme.example',
  alias: 'Tickets',
};
const getCall = { ...postCall, method: 'GET' };
const anyHostCall = { method: 'GET', host: 'any' };

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim());

describe('the list of calls outside AWS that a version makes', () => {
  it('shows method, host and integration of each call and marks new calls', () => {
    const calls = [getCall, postCall, anyHostCall];
    render(<OutsideCallsList title="Calls outside AWS" calls={calls} previous={[getCall]} />);
    expect(lines()).toEqual([
      'GET acme.example with Tickets',
      'POST acme.example with Tickets New',
      'GET any address, without an integration New',
    ]);
  });

  it('marks nothing without an earlier version and names removed calls', () => {
    const { rerender } = render(<OutsideCallsList title="Calls outside AWS" calls={[postCall]} />);
    expect(lines()).toEqual(['POST acme.example with Tickets']);
    rerender(<OutsideCallsList title="Calls outside AWS" calls={[]} previous={[postCall]} />);
    screen.getByText('No longer: POST acme.example with Tickets');
  });

  it('states that it follows changes of actions', () => {
    render(<OutsideCallsList title="Calls outside AWS" calls={[postCall]} />);
    screen.getByText(/^Based on the actions as they are now\./);
  });

  it('shows nothing when the version makes no such calls', () => {
    const { container } = render(
      <OutsideCallsList title="Calls outside AWS" calls={[]} previous={[]} />,
    );
    expect(container).toBeEmptyDOMElement();
  });
});
