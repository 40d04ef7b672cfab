import { ace } from '#web/components/code/ace.ts';

describe('the commands of the code editor', () => {
  const commands = () => Object.values(ace.edit(document.createElement('div')).commands.byName);

  it('load no code from outside the console', () => {
    const fetched = commands().flatMap(({ exec }) =>
      [...String(exec).matchAll(/loadModule\(["']([^"']+)["']|\.prompt\(/g)].map(
        ([call, module]) => module ?? call,
      ),
    );
    // It is loaded with the editor itself.
    expect([...new Set(fetched)]).toEqual(['ace/ext/error_marker']);
  });

  it('include the snippets of each language', () => {
    for (const language of ['json', 'python']) {
      const { Mode } = ace.require(`ace/mode/${language}`);
      const { snippetFileId } = new Mode();
      if (snippetFileId) expect(ace.require(snippetFileId)).toBeTruthy();
    }
  });

  it('leave the keys of removed commands to the browser', () => {
    const { commandKeyBinding } = ace.edit(document.createElement('div')).commands;
    for (const key of ['f1', 'ctrl-h', 'ctrl-l', 'ctrl-,']) {
      expect(commandKeyBinding).not.toHaveProperty([key]);
    }
    expect(commandKeyBinding).toHaveProperty(['ctrl-z']);
  });
});
