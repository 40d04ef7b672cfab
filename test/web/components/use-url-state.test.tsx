import { act } from '@testing-library/react';
import * as z from 'zod';
import {
  choiceParam,
  pageParam,
  sizeParam,
  textParam,
  useUrlState,
} from '#web/components/use-url-state.ts';
import { addressOf, renderPage } from '../render.tsx';

const schema = z.object({
  page: pageParam,
  itemCount: sizeParam,
  kind: choiceParam(['a', 'b']),
  regex: textParam,
});

type State = ReturnType<typeof useUrlState<typeof schema>>;

const renderUrlState = (search: string) => {
  const seen: { current?: State } = {};
  const Page = () => {
    seen.current = useUrlState(schema);
    return null;
  };
  const page = renderPage(<Page />, { at: `/${search}` });
  return { seen, page };
};

describe('the state in an address', () => {
  it.each([
    ['', { page: 1 }],
    ['?page=3&itemCount=20&kind=b&regex=x', { page: 3, itemCount: 20, kind: 'b', regex: 'x' }],
    ['?page=-1&itemCount=1e9&kind=c&regex=', { page: 1 }],
    ['?page=many&other=1', { page: 1 }],
  ])('reads %s as %j', (search, expected) => {
    expect(JSON.parse(JSON.stringify(renderUrlState(search).seen.current?.[0]))).toEqual(expected);
  });

  it('is changed by patches that remove undefined values and keep the rest', async () => {
    const { seen, page } = renderUrlState('?kind=a&regex=x&other=1');
    await act(async () => seen.current?.[1]({ page: 2, kind: undefined }));
    expect(addressOf(page)).toBe('/?regex=x&other=1&page=2');
  });
});
