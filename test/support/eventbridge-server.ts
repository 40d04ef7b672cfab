import { awsError, type Loopback, openLoopback } from './loopback.ts';

export type Entry = { EventBusName: string; Source: string; DetailType: string; Detail: string };

export type EventBridgeServer = Loopback & {
  /** The entries of each PutEvents call. */
  calls: Entry[][];
  /** While true, one entry of each call is rejected. */
  refusing: boolean;
};

const json = (body: object) => ({
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

/** Implements PutEvents of EventBridge with its limit of ten entries. */
export const openEventBridge = async (): Promise<EventBridgeServer> => {
  const calls: Entry[][] = [];
  const loopback = await openLoopback(({ headers, body }) => {
    if (headers['x-amz-target'] !== 'AWSEvents.PutEvents') return awsError('UnknownOperation');
    const { Entries }: { Entries: Entry[] } = JSON.parse(body.toString());
    if (Entries.length < 1 || Entries.length > 10) return awsError('ValidationException');
    const results = Entries.map((entry, index) =>
      server.refusing && index === 0
        ? { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' }
        : { EventId: `event-${calls.length}-${index}-${entry.DetailType}` },
    );
    calls.push(Entries.filter((_, index) => !(server.refusing && index === 0)));
    return json({ FailedEntryCount: server.refusing ? 1 : 0, Entries: results });
  });
  const server: EventBridgeServer = { ...loopback, calls, refusing: false };
  return server;
};
