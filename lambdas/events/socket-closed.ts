import { forgetSocket } from '#lib/aws/socket.ts';
import { deps } from '../deps.ts';

export const handler = forgetSocket(deps);
