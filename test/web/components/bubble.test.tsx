import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { Bubble } from '#web/components/chat/bubble.tsx';
import '../configure.ts';

describe('the text of a chat message', () => {
  it("has its own text direction and does not affect the author's name", () => {
    render(
      <Bubble by="person" name="Ada" at={undefined}>
        {'Delete \u202enothing'}
      </Bubble>,
    );
    const bubbleText = screen.getByText(/^Delete/);
    expect(bubbleText).toHaveAttribute('dir', 'auto');
    expect(bubbleText).not.toHaveTextContent('Ada');
  });
});
