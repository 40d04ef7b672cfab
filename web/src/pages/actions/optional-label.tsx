/** The label of a field that may stay empty. */
export const optionalLabel = (label: string) => (
  <>
    {label} <i>- optional</i>
  </>
);
