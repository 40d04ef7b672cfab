const texts = {
  r: 'r fetches it again',
  n: 'n begins a new one',
  pages: '← and → turn its pages',
};

/** In the help of a list: its keys, see `useListKeys`. */
export const ListKeysHelp = ({ keys }: { keys: readonly (keyof typeof texts)[] }) => (
  <>
    <h3>Keys</h3>
    <p>
      While no field, button or table has the focus, the list has keys:{' '}
      {keys.map((key) => texts[key]).join(', ')}. On every page, / opens the search.
    </p>
  </>
);
