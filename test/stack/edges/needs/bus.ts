import { arn, type Uses } from '../use.ts';

export const uses: Uses = {
  'publish facts': ({ BUS_NAME }) => [['events:PutEvents', arn('events', `event-bus/${BUS_NAME}`)]],
};
