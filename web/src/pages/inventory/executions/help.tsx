import { ListKeysHelp } from '#web/components/list-keys-help.tsx';

export const scansHelp = {
  title: 'Executions',
  body: (
    <>
      <p>
        A scan reads the resources in one integration&apos;s accounts and evaluates the compliance
        rules. Open a row to see what the scan read from each table and what it could not read.
      </p>
      <ListKeysHelp keys={['r']} />
    </>
  ),
};
