const texts = {
  r: 'r refreshes it',
  n: 'n creates a new one',
  pages: '← and → go to the previous and next page',
};

/** For the help of a list: its keyboard shortcuts, see `useListKeys`. */
export const ListKeysHelp = ({ keys }: { keys: readonly (keyof typeof texts)[] }) => (
  <>
    <h3>Keys</h3>
    <p>
      When no field, button or table has the focus, these keys work in the list:{' '}
      {keys.map((key) => texts[key]).join(', ')}. On every page, / opens the search.
    </p>
  </>
);
