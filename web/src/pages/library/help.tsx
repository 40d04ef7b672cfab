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
        Use as new bot opens it in the editor. Nothing is stored until you save, and nothing runs
        until you publish and start it.
      </p>
      <h3>Fill in before the first run</h3>
      <p>
        Choose an integration for each call, enter who approves and who is notified, and replace
        what begins with YOUR_. The yellow note on the canvas lists what is missing.
      </p>
      <h3>Integrations</h3>
      <p>
        Templates name no integration of yours. Where the list is narrowed to one, as by the global
        integration filter, it shows the templates that work with its type.
      </p>
      <h3>Tags</h3>
      <p>
        Of the tags of one group any will do; with tags of both groups a template needs one of each.
      </p>
      <ListKeysHelp keys={['r', 'pages']} />
    </>
  ),
};
