import type { RoleSession, TrustedRole } from '#lib/domain/integrations/aws/role.schema.ts';
import { type Mask, secretMasker } from '#lib/kernel/secret-masking.ts';

export type { Mask };

/** Whether a text contains the secrets of a session. */
export const hasSessionSecrets = (
  text: string,
  { secretAccessKey, sessionToken }: RoleSession,
): boolean => text.includes(secretAccessKey) || text.includes(sessionToken);

/**
 * Masks the credentials of a session, and the external id of its role, in what AWS returned: AWS
 * quotes the headers of a call whose signature it rejects.
 */
export const sessionMasker = (
  { external_id }: Pick<TrustedRole, 'external_id'>,
  session: RoleSession | undefined,
): Mask => {
  const { accessKeyId = '', secretAccessKey = '', sessionToken = '' } = session ?? {};
  const secrets = [external_id, accessKeyId, secretAccessKey, sessionToken];
  return secretMasker({ secrets: secrets.filter((one) => one !== '') });
};
