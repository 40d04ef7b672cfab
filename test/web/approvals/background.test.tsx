import { screen } from '@testing-library/react';
import { Background } from '#web/components/approvals/background.tsx';
import { renderPage } from '../render.tsx';

const approval = {
  node_name: 'find',
  requested_by: ['root@example.com'],
  written_by: ['bo@example.com'],
};

describe('the text about the people behind an approval', () => {
  it('names the AI agent, who started the run and who wrote to the agent', () => {
    renderPage(<Background approval={{ ...approval, asked_call: {} }} />);
    screen.getByText(
      'Requested by the agent "find". The run was initiated by root@example.com. ' +
        'bo@example.com wrote to an agent involved in this run.',
    );
  });

  it('names an event or a schedule when nobody started the run', () => {
    renderPage(<Background approval={{ ...approval, requested_by: [], written_by: [] }} />);
    screen.getByText('The run was started by an event or a schedule.');
  });
});
