import { openIntegration as open } from '#lib/domain/integrations/open-integration.service.ts';
import { db } from '../database.ts';
import { secrets } from '../secrets.ts';

export const openIntegration = open({ db, secrets });
