import { addTo, type Database, updateItem } from '#lib/kernel/database.ts';
import { organisationTable } from './organisation.table.ts';

/** How many mails of one kind an organisation has caused within an hour. */
export const mailCountStore = (db: Database, tenantId: string, kind: string) => {
  const key = { tenant_id: tenantId, _id: `mails ${kind}` };
  return {
    /** False where the hour's are used up, or where another hour is counted. */
    add: (hour: string, most: number): Promise<boolean> =>
      addTo(
        db,
        organisationTable,
        key,
        { mails: 1 },
        {
          condition: {
            text: '#hour = :hour AND #mails < :most',
            names: { '#hour': 'hour', '#mails': 'mails' },
            values: { ':hour': hour, ':most': most },
          },
        },
      ),

    /** Counts the first mail of an hour; false where it is being counted already. */
    begin: (hour: string): Promise<boolean> =>
      updateItem(
        db,
        organisationTable,
        key,
        [
          [['hour'], hour],
          [['mails'], 1],
        ],
        {
          text: 'attribute_not_exists(#hour) OR #hour < :hour',
          names: { '#hour': 'hour' },
          values: { ':hour': hour },
        },
      ),
  };
};
