import { screen } from '@testing-library/react';
import { open } from '../bots/form.tsx';

const way = () => screen.queryByRole('link', { name: /^Connect an integration/ });

describe('the choice of an integration in a node', () => {
  it('leads to the catalogue in a tab of its own, so that no graph is lost', () => {
    open('http_request');
    expect(way()).toHaveAttribute('href', '#/integrations');
    expect(way()).toHaveAttribute('target', '_blank');
  });

  it('leads nowhere where the bot is only looked at', () => {
    open('http_request', true);
    expect(way()).toBeNull();
  });
});
