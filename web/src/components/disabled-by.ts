/** A button's props where something keeps it from being used: people read why. */
export const disabledBy = (reason: string | undefined) => ({
  disabled: reason !== undefined,
  disabledReason: reason ?? '',
});
