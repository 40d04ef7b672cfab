/** The props of a button that is disabled for a reason, which is shown; enabled without one. */
export const disabledBy = (reason: string | undefined) => ({
  disabled: reason !== undefined,
  disabledReason: reason ?? '',
});
