import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { draw } from '#test/support/drawing.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { serverOnlyProblems } from '#web/pages/bots/editor/document/warnings.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

/** Only the server knows the columns of tables. */
const graphReadingColumn = (column: string) =>
  draw('start -> list:steampipe_query -> wait:delay -> end', {
    list: { sql: 'select name from aws_vpc' },
    wait: { mode: 'until', until: `{% $nodes.list.rows[0].${column} %}` },
  });

describe('problems that the server finds in a saved graph', () => {
  it('are among the issues that Validate shows', async () => {
    const graph = graphReadingColumn('gone');
    const bot = await product.api.bots.createBot({ name: 'Asks for nothing', graph });
    const problemText = bot.problems.find(({ message }) => message.includes('gone'))?.message ?? '';
    expect(problemText).toMatch(/gone/);
    renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
    await screen.findByRole('heading', { name: /Asks for nothing/ });
    await userEvent.click(await screen.findByRole('button', { name: /^Validate \(\d+\)$/ }));
    expect(await screen.findByText(problemText)).toBeVisible();
  });

  it('apply while the node is unchanged and are listed once', () => {
    const graph = graphReadingColumn('gone');
    const problem = { node_id: 'wait', message: 'There is no column "gone".' };
    const saved = { graph, told: [problem] };
    expect(serverOnlyProblems(graph, saved, [])).toEqual([problem]);
    expect(serverOnlyProblems(graph, saved, [problem])).toEqual([]);
    expect(serverOnlyProblems(graphReadingColumn('name'), saved, [])).toEqual([]);
  });
});
