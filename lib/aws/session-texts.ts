import type { RoleSession, TrustedRole } from '#lib/domain/integrations/aws/role.schema.ts';
import { type Hide, hiding } from '#lib/kernel/secret-texts.ts';

export type { Hide };

/** Whether a text contains the secrets of a session. */
export const opensSession = (
  text: string,
  { secretAccessKey, sessionToken }: RoleSession,
): boolean => text.includes(secretAccessKey) || text.includes(sessionToken);

/**
 * Masks the credentials of a session, and the external id of its role, in what AWS returned: AWS
 * quotes the headers of a call whose signature it rejects.
 */
export const hidingSession = (
  { external_id }: Pick<TrustedRole, 'external_id'>,
  session: RoleSession | undefined,
): Hide => {
  const { accessKeyId = '', secretAccessKey = '', sessionToken = '' } = session ?? {};
  const secrets = [external_id, accessKeyId, secretAccessKey, sessionToken];
  return hiding({ secrets: secrets.filter((one) => one !== '') });
};
