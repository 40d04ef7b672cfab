import { ExportHelp } from '#web/components/export-help.tsx';
import { ListKeysHelp } from '#web/components/list-keys-help.tsx';

export const runsHelp = {
  title: 'Bot runs',
  body: (
    <>
      <p>
        A bot runs when somebody starts it, when its listener is called, or on its schedule. Open a
        run to see the input and the result of each of its nodes.
      </p>
      <ExportHelp />
      <ListKeysHelp keys={['r', 'pages']} />
    </>
  ),
};
