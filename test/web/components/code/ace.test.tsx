import { ace } from '#web/components/code/ace.ts';

describe('the commands of the code editor', () => {
  const commands = () => Object.values(ace.edit(document.createElement('div')).commands.byName);

  it('fetch no code that is not part of the console', () => {
    const fetched = commands().flatMap(({ exec }) =>
      [...String(exec).matchAll(/loadModule\(["']([^"']+)["']|\.prompt\(/g)].map(
        ([call, module]) => module ?? call,
      ),
    );
    // It is loaded with the editor itself.
    expect([...new Set(fetched)]).toEqual(['ace/ext/error_marker']);
  });

  it('have the snippets of each language with them', () => {
    for (const language of ['json', 'python']) {
      const { Mode } = ace.require(`ace/mode/${language}`);
      const { snippetFileId } = new Mode();
      if (snippetFileId) expect(ace.require(snippetFileId)).toBeTruthy();
    }
  });

  it('leave to the browser the keys of those that would', () => {
    const { commandKeyBinding } = ace.edit(document.createElement('div')).commands;
    for (const key of ['f1', 'ctrl-h', 'ctrl-l', 'ctrl-,']) {
      expect(commandKeyBinding).not.toHaveProperty([key]);
    }
    expect(commandKeyBinding).toHaveProperty(['ctrl-z']);
  });
});
