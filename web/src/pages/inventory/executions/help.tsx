import { ListKeysHelp } from '#web/components/list-keys-help.tsx';

export const scansHelp = {
  title: 'Executions',
  body: (
    <>
      <p>
        A scan reads what there is in one integration&apos;s accounts and evaluates the rules of
        compliance. A row opens the scan: what it read of each table, and what it could not read.
      </p>
      <ListKeysHelp keys={['r']} />
    </>
  ),
};
