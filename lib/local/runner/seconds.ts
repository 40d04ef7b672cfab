/** Whole seconds, up to the three years that the States Language allows. */
export const isSeconds = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 99_999_999;
