import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { Bubble } from '#web/components/chat/bubble.tsx';
import '../configure.ts';

describe('what somebody says in a chat', () => {
  it('is shown in its own direction: it turns nothing that stands around it', () => {
    render(
      <Bubble by="person" name="Ada" at={undefined}>
        {'Delete \u202enothing'}
      </Bubble>,
    );
    const said = screen.getByText(/^Delete/);
    expect(said).toHaveAttribute('dir', 'auto');
    expect(said).not.toHaveTextContent('Ada');
  });
});
