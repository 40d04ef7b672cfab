import { preparedPart } from '#web/components/prepared-part.tsx';

/** The search: fetched early, because the first keys are for it already. */
export const { usePrepared: usePreparedFind, Part: FindBox } = preparedPart(
  async () => (await import('./find-field.tsx')).FindField,
  'Loading search',
);
