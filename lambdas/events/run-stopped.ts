import { takeStopped } from '#lib/aws/stopped-runs.ts';
import { closeStopped } from '#lib/domain/executions/stopped.service.ts';
import { deps } from '../deps.ts';

export const handler = takeStopped(closeStopped(deps));
