import { ListKeysHelp } from '#web/components/list-keys-help.tsx';

export const runsHelp = {
  title: 'Bot runs',
  body: (
    <>
      <p>
        A bot runs when somebody starts it, when its listener is called, or by its schedule. A run
        opens with what each of its nodes was given and what came of it.
      </p>
      <ListKeysHelp keys={['r', 'pages']} />
    </>
  ),
};
