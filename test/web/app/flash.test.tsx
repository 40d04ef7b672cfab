import { act, fireEvent } from '@testing-library/react';
import { flash } from '#web/app/flash.tsx';
import { canvasLayout, usePage } from '#web/app/page.ts';
import { renderPage } from '../render.tsx';

const texts = ({ wrapper }: ReturnType<typeof renderPage>): (string | undefined)[] =>
  (wrapper.findFlashbar()?.findItems() ?? []).map((item) =>
    item.findHeader()?.getElement().textContent?.trim(),
  );

/** A page that is a canvas. */
const Drawing = () => {
  usePage({ title: 'Drawing', ...canvasLayout });
  return null;
};

const advanceTime = (ms: number) => act(() => jest.advanceTimersByTime(ms));
/** Messages fade out. */
const finishFadeOut = () => advanceTime(1000);

describe('the message bar', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('removes a success after 4.5 seconds', () => {
    const page = renderPage(null);
    act(() => flash.success('Saved'));
    advanceTime(4499);
    expect(texts(page)).toEqual(['Saved']);
    advanceTime(1);
    finishFadeOut();
    expect(texts(page)).toEqual([]);
  });

  it('overlays the page for a success alone but not beside an error', () => {
    const page = renderPage(null);
    act(() => flash.success('Saved'));
    const wrapperClass = () => page.wrapper.findFlashbar()?.getElement().parentElement?.className;
    expect(wrapperClass()).toBe('brief');
    act(() => flash.error('Refused'));
    expect(wrapperClass()).toBe('');
  });

  it('always overlays a page with a canvas', () => {
    const page = renderPage(<Drawing />);
    act(() => flash.error('Refused'));
    expect(page.wrapper.findFlashbar()?.getElement().parentElement?.className).toBe('brief');
  });

  it('keeps an error', () => {
    const page = renderPage(null);
    act(() => flash.error('Refused'));
    advanceTime(60_000);
    expect(texts(page)).toEqual(['Refused']);
  });

  it('moves the focus to an error unless the field shows the error', () => {
    renderPage(<input aria-label="Name" />);
    const [field] = document.querySelectorAll('input');
    const shows = (header: string, isAtField: boolean) => {
      act(() => field?.focus());
      act(() => flash.error(header, { id: header, isAtField }));
      finishFadeOut();
      return document.activeElement === field;
    };
    expect(shows('Name taken', true)).toBe(true);
    expect(shows('Server failed', false)).toBe(false);
  });

  it('keeps a success while the pointer is over the message', () => {
    const page = renderPage(null);
    act(() => flash.success('Saved'));
    const bar = page.wrapper.findFlashbar()?.getElement();
    if (!bar) throw new Error('No messages.');
    fireEvent.mouseEnter(bar.parentElement ?? bar);
    advanceTime(10_000);
    expect(texts(page)).toEqual(['Saved']);
    fireEvent.mouseLeave(bar.parentElement ?? bar);
    advanceTime(4500);
    finishFadeOut();
    expect(texts(page)).toEqual([]);
  });

  it('removes a success after a focused success was dismissed', () => {
    const page = renderPage(null);
    const dismiss = () => page.wrapper.findFlashbar()?.findItems()[0]?.findDismissButton();
    act(() => flash.success('Saved'));
    act(() => dismiss()?.focus());
    advanceTime(10_000);
    expect(texts(page)).toEqual(['Saved']);
    act(() => dismiss()?.click());
    finishFadeOut();
    act(() => flash.success('Saved again'));
    advanceTime(4500);
    finishFadeOut();
    expect(texts(page)).toEqual([]);
  });

  it('removes a success while an error beside it has the focus', () => {
    const page = renderPage(null);
    act(() => flash.error('Refused'));
    finishFadeOut();
    act(() => flash.success('Saved'));
    advanceTime(4500);
    finishFadeOut();
    expect(texts(page)).toEqual(['Refused']);
  });

  it('replaces progress by the result with the same id', () => {
    const page = renderPage(null);
    act(() => flash.inProgress('Deleting', { id: 'delete' }));
    act(() => flash.success('Deleted', { id: 'delete' }));
    expect(texts(page)).toEqual(['Deleted']);
  });

  it('removes an error when its button is pressed', () => {
    const page = renderPage(null);
    act(() => flash.error('Refused'));
    act(() => page.wrapper.findFlashbar()?.findItems()[0]?.findDismissButton()?.click());
    finishFadeOut();
    expect(texts(page)).toEqual([]);
  });

  it('drops errors and keeps successes when the page changes', async () => {
    const page = renderPage(null);
    act(() => {
      flash.error('Refused');
      flash.success('Saved');
    });
    await act(() => page.router.navigate('/elsewhere'));
    finishFadeOut();
    expect(texts(page)).toEqual(['Saved']);
  });

  it('drops a message about a page when the user arrives at another page', async () => {
    const page = renderPage(null);
    act(() => {
      flash.info('Not tested', { page: '/about' });
    });
    await act(() => page.router.navigate('/about'));
    finishFadeOut();
    expect(texts(page)).toEqual(['Not tested']);
    act(() => {
      flash.info('Never seen', { page: '/other' });
    });
    await act(() => page.router.navigate('/elsewhere'));
    finishFadeOut();
    expect(texts(page)).toEqual([]);
  });
});
