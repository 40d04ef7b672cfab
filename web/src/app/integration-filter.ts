import * as z from 'zod';
import { preferenceOf, usePreference } from './preferences.ts';

const name = 'integration';
const accountId = z.string().max(60);

/** The integration to which bots and the library are narrowed wherever they are opened, or none. */
export const integrationFilter = (): string | undefined =>
  preferenceOf(name, accountId) || undefined;

/** The same for pages, which are drawn again when it changes, and how to change it. */
export const useIntegrationFilter = () => {
  const [chosen, choose] = usePreference(name, accountId, '');
  return { chosen: chosen || undefined, choose, reset: () => choose('') };
};
