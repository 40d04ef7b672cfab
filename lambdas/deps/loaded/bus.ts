import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { openBus } from '#lib/aws/bus.ts';
import { environment } from '../process.ts';

export const bus = openBus({ client: new EventBridgeClient(), busName: environment('BUS_NAME') });
