import { ListKeysHelp } from '#web/components/list-keys-help.tsx';

export const libraryHelp = {
  title: 'Library',
  body: (
    <>
      <p>
        Bot templates for security, cloud and IT teams. They are the same for everyone and cannot be
        changed.
      </p>
      <h3>Use a template</h3>
      <p>
        Use as new bot opens the template in the editor. Nothing is stored until you save, and
        nothing runs until you publish and start the bot.
      </p>
      <h3>Fill in before the first run</h3>
      <p>
        Choose an integration for each call, enter who approves and who is notified, and replace the
        values that begin with YOUR_. The yellow note on the canvas lists what is missing.
      </p>
      <h3>Integrations</h3>
      <p>
        Templates do not refer to your own integrations. If the list is filtered by one of them, for
        example by the global integration filter, it shows the templates that work with integrations
        of that type.
      </p>
      <h3>Tags</h3>
      <p>
        If you choose tags of one group, a template needs at least one of them. If you choose tags
        of both groups, it needs at least one of each.
      </p>
      <ListKeysHelp keys={['r', 'pages']} />
    </>
  ),
};
