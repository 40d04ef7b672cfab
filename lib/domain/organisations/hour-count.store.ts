import { addAmounts, type Database, updateItem } from '#lib/kernel/database.ts';
import { organisationTable } from './organisation.table.ts';

/** How often an organisation has done something (`counterId`) within an hour. */
export const hourCountStore = (db: Database, tenantId: string, counterId: string) => {
  const key = { tenant_id: tenantId, _id: counterId };
  return {
    /** Returns false if the hour's number is used up, or if the item counts another hour. */
    add: (hour: string, maxCount: number): Promise<boolean> =>
      addAmounts(
        db,
        organisationTable,
        key,
        { count: 1 },
        {
          condition: {
            text: '#hour = :hour AND #count < :most',
            names: { '#hour': 'hour', '#count': 'count' },
            values: { ':hour': hour, ':most': maxCount },
          },
        },
      ),

    /** Counts the first use in an hour; returns false if the hour has begun already. */
    begin: (hour: string): Promise<boolean> =>
      updateItem(
        db,
        organisationTable,
        key,
        [
          [['hour'], hour],
          [['count'], 1],
        ],
        {
          text: 'attribute_not_exists(#hour) OR #hour < :hour',
          names: { '#hour': 'hour' },
          values: { ':hour': hour },
        },
      ),
  };
};
