import { render, screen } from '@testing-library/react';
import { draw } from '#test/support/drawing.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import {
  type SavedState,
  warningsOf as warningsOfDraft,
} from '#web/pages/bots/editor/document/warnings.ts';
import { IssueList } from '#web/pages/bots/editor/inspector/issue-list.tsx';

const warningsOf = (graph: Graph, saved: SavedState | undefined) =>
  warningsOfDraft({ graph, details: {} }, saved);

describe('the warnings of Validate', () => {
  const approvalGraph = (approvers: string[]) =>
    draw('start -> ask:approval -> end', { ask: { message: 'Go?', approvers } });
  const graph = approvalGraph(['editor@cloud.io']);
  const message = 'editor@cloud.io is an approver of "ask" but has no permission to approve.';
  const saved = { graph, warnings: [{ node_id: 'ask', message }] };

  it('include warnings of the server while the node is unchanged', () => {
    expect(warningsOf(graph, saved)).toEqual(saved.warnings);
    expect(warningsOf(approvalGraph(['root@cloud.io']), saved)).toEqual([]);
    expect(warningsOf(draw('start -> end'), saved)).toEqual([]);
  });

  it('include warnings about bot settings until the setting is changed', () => {
    const field = { name: 'error_bot_id', title: 'Error bot', message: 'It was deleted.' };
    const settings = { allow_overlap: false, error_bot_id: 'bot_1' };
    const report = { graph, settings, warnings: [{ message: 'It was deleted.', field }] };
    const change = { settings: { ...settings, error_bot_id: 'bot_2' } };
    const withoutErrorBot = { settings: { allow_overlap: false } };
    expect(warningsOfDraft({ graph, details: { settings } }, report)).toEqual(report.warnings);
    expect(warningsOfDraft({ graph, details: change }, report)).toEqual([]);
    expect(warningsOfDraft({ graph, details: withoutErrorBot }, report)).toEqual([]);
  });

  it('include warnings about the draft once', () => {
    const placed = draw('start -> call:http_request -> end', {
      call: { url: 'https://api.example.com/' },
    });
    const draftWarnings = warningsOf(placed, undefined);
    expect(draftWarnings).toHaveLength(1);
    expect(warningsOf(placed, { graph: placed, warnings: draftWarnings })).toEqual(draftWarnings);
  });
});

describe('a graph without issues', () => {
  it.each([
    [0, 'No issues: this graph can run.'],
    [1, 'No errors, 1 warning.'],
    [2, 'No errors, 2 warnings.'],
  ])('shows the number of warnings (%i): %s', (warnings, text) => {
    const graph = draw('start -> end');
    render(<IssueList {...{ graph, warnings }} problems={[]} onJump={() => undefined} />);
    expect(screen.getByText(text)).toBeVisible();
  });
});
