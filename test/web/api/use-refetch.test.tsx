import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import {
  InfiniteQueryObserver,
  QueryClient,
  QueryClientProvider,
  QueryObserver,
  useQuery,
} from '@tanstack/react-query';
import { refreshQueries } from '#web/api/refetch.ts';
import { useRefetch } from '#web/api/use-refetch.ts';
import '../configure.ts';

const key = ['run'];

type Respond = (answer: string) => void;

const Page = ({ onAsk }: { onAsk: (question: Respond) => void }) => {
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => new Promise<string>(onAsk),
  });
  const happened = useRefetch(key);
  return <button onClick={happened}>{data ?? 'nothing yet'}</button>;
};

/** A page whose requests the test answers when it wants. */
const renderPendingPage = () => {
  const questions: Respond[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page onAsk={(question) => questions.push(question)} />
    </QueryClientProvider>,
  );
  return {
    asked: () => questions.length,
    /** The event happens `times` times at once. */
    happens: (times = 1) =>
      act(async () => {
        for (let time = 0; time < times; time += 1) fireEvent.click(screen.getByRole('button'));
      }),
    /** Answers the latest request, and waits until the answer is shown. */
    answer: async (text: string) => {
      questions.at(-1)?.(text);
      await screen.findByText(text);
    },
  };
};

afterEach(cleanup);

describe('an event that makes the data of a page stale', () => {
  it('reloads the data of the page', async () => {
    const page = renderPendingPage();
    await page.answer('begun');
    await page.happens();
    expect(page.asked()).toBe(2);
    await page.answer('ended');
    expect(page.asked()).toBe(2);
  });

  it('reloads the data after a request that was already pending', async () => {
    const page = renderPendingPage();
    await page.happens();
    expect(page.asked()).toBe(1);
    await page.answer('begun');
    expect(page.asked()).toBe(2);
    await page.answer('ended');
    expect(page.asked()).toBe(2);
  });

  it('reloads the data only once more after many events', async () => {
    const page = renderPendingPage();
    await page.answer('begun');
    await page.happens(20);
    expect(page.asked()).toBe(2);
    await page.happens(20);
    expect(page.asked()).toBe(2);
    await page.answer('half done');
    expect(page.asked()).toBe(3);
    await page.answer('ended');
    expect(page.asked()).toBe(3);
  });

  it('does not cancel the pending request for the next page of a list', async () => {
    const queries = new QueryClient();
    const questions: { page: number; answer: Respond }[] = [];
    const list = new InfiniteQueryObserver(queries, {
      queryKey: key,
      queryFn: ({ pageParam: page }) =>
        new Promise<string>((answer) => questions.push({ page, answer })),
      initialPageParam: 0,
      getNextPageParam: (_last, all) => all.length,
    });
    const unsubscribe = list.subscribe(() => undefined);
    const answers = async (page: number, text: string) => {
      await waitFor(() => expect(questions.at(-1)?.page).toBe(page));
      questions.at(-1)?.answer(text);
    };
    const currentPages = () => list.getCurrentResult().data?.pages;
    await answers(0, 'first');
    await waitFor(() => expect(currentPages()).toEqual(['first']));
    void list.fetchNextPage();
    refreshQueries(queries, { queryKey: key });
    await answers(1, 'second');
    await answers(0, 'first anew');
    await answers(1, 'second anew');
    await waitFor(() => expect(currentPages()).toEqual(['first anew', 'second anew']));
    expect(questions.map(({ page }) => page)).toEqual([0, 1, 0, 1]);
    unsubscribe();
  });

  it('reloads hidden data when the data is shown again', async () => {
    const queries = new QueryClient();
    const answers = ['begun', 'ended'];
    const queryFn = async () => answers.shift();
    const options = { queryKey: key, queryFn, staleTime: 60_000 };
    await queries.fetchQuery(options);
    refreshQueries(queries, { queryKey: key });
    await Promise.resolve();
    expect(answers).toEqual(['ended']);
    const back = new QueryObserver(queries, options);
    const unsubscribe = back.subscribe(() => undefined);
    await waitFor(() => expect(back.getCurrentResult().data).toBe('ended'));
    unsubscribe();
  });
});
