import { rememberSocket } from '#lib/aws/socket.ts';
import { deps } from '../deps.ts';

export const handler = rememberSocket(deps);
