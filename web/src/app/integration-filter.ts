import * as z from 'zod';
import { preferenceOf, usePreference } from './preferences.ts';

const preferenceName = 'integration';
const accountId = z.string().max(60);

/** The integration to which the lists of bots and the library are filtered, or undefined. */
export const getIntegrationFilter = (): string | undefined =>
  preferenceOf(preferenceName, accountId) || undefined;

/** The same as a hook for pages: re-renders on changes, and returns the setter too. */
export const useIntegrationFilter = () => {
  const [chosen, choose] = usePreference(preferenceName, accountId, '');
  return { chosen: chosen || undefined, choose, reset: () => choose('') };
};
