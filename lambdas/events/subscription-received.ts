import { operatorSubscription } from '#lib/domain/subscriptions/operator.schema.ts';
import {
  type RecordResult,
  recordSubscription,
} from '#lib/domain/subscriptions/operator.service.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';
import { inputRefusalOf } from '../input.ts';

const record = recordSubscription({ db, clock });

/** A rejected input fails the call with a sentence, which the operator sees in the response. */
export const handler = async (event: unknown): Promise<RecordResult> => {
  const { data, error } = operatorSubscription.safeParse(event);
  if (!data) throw inputRefusalOf(error);
  return record(data);
};
