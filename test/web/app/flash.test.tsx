import { act, fireEvent } from '@testing-library/react';
import { flash } from '#web/app/flash.tsx';
import { canvasLayout, usePage } from '#web/app/page.ts';
import { show } from '../render.tsx';

const texts = ({ wrapper }: ReturnType<typeof show>): (string | undefined)[] =>
  (wrapper.findFlashbar()?.findItems() ?? []).map((item) =>
    item.findHeader()?.getElement().textContent?.trim(),
  );

/** A page that is a canvas. */
const Drawing = () => {
  usePage({ title: 'Drawing', ...canvasLayout });
  return null;
};

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
/** Messages fade out. */
const settle = () => pass(1000);

describe('the message bar', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('removes a success after 4.5 seconds', () => {
    const page = show(null);
    act(() => flash.success('Saved'));
    pass(4499);
    expect(texts(page)).toEqual(['Saved']);
    pass(1);
    settle();
    expect(texts(page)).toEqual([]);
  });

  it('overlays the page for a success alone but not beside an error', () => {
    const page = show(null);
    act(() => flash.success('Saved'));
    const around = () => page.wrapper.findFlashbar()?.getElement().parentElement?.className;
    expect(around()).toBe('brief');
    act(() => flash.error('Refused'));
    expect(around()).toBe('');
  });

  it('always overlays a page with a canvas', () => {
    const page = show(<Drawing />);
    act(() => flash.error('Refused'));
    expect(page.wrapper.findFlashbar()?.getElement().parentElement?.className).toBe('brief');
  });

  it('keeps an error', () => {
    const page = show(null);
    act(() => flash.error('Refused'));
    pass(60_000);
    expect(texts(page)).toEqual(['Refused']);
  });

  it('moves the focus to an error unless the field shows the error', () => {
    show(<input aria-label="Name" />);
    const [field] = document.querySelectorAll('input');
    const shows = (header: string, isAtField: boolean) => {
      act(() => field?.focus());
      act(() => flash.error(header, { id: header, isAtField }));
      settle();
      return document.activeElement === field;
    };
    expect(shows('Name taken', true)).toBe(true);
    expect(shows('Server failed', false)).toBe(false);
  });

  it('keeps a success while the pointer is over the message', () => {
    const page = show(null);
    act(() => flash.success('Saved'));
    const bar = page.wrapper.findFlashbar()?.getElement();
    if (!bar) throw new Error('No messages.');
    fireEvent.mouseEnter(bar.parentElement ?? bar);
    pass(10_000);
    expect(texts(page)).toEqual(['Saved']);
    fireEvent.mouseLeave(bar.parentElement ?? bar);
    pass(4500);
    settle();
    expect(texts(page)).toEqual([]);
  });

  it('removes a success after a focused success was dismissed', () => {
    const page = show(null);
    const dismiss = () => page.wrapper.findFlashbar()?.findItems()[0]?.findDismissButton();
    act(() => flash.success('Saved'));
    act(() => dismiss()?.focus());
    pass(10_000);
    expect(texts(page)).toEqual(['Saved']);
    act(() => dismiss()?.click());
    settle();
    act(() => flash.success('Saved again'));
    pass(4500);
    settle();
    expect(texts(page)).toEqual([]);
  });

  it('removes a success while an error beside it has the focus', () => {
    const page = show(null);
    act(() => flash.error('Refused'));
    settle();
    act(() => flash.success('Saved'));
    pass(4500);
    settle();
    expect(texts(page)).toEqual(['Refused']);
  });

  it('replaces progress by the result with the same id', () => {
    const page = show(null);
    act(() => flash.inProgress('Deleting', { id: 'delete' }));
    act(() => flash.success('Deleted', { id: 'delete' }));
    expect(texts(page)).toEqual(['Deleted']);
  });

  it('removes an error when its button is pressed', () => {
    const page = show(null);
    act(() => flash.error('Refused'));
    act(() => page.wrapper.findFlashbar()?.findItems()[0]?.findDismissButton()?.click());
    settle();
    expect(texts(page)).toEqual([]);
  });

  it('drops errors and keeps successes when the page changes', async () => {
    const page = show(null);
    act(() => {
      flash.error('Refused');
      flash.success('Saved');
    });
    await act(() => page.router.navigate('/elsewhere'));
    settle();
    expect(texts(page)).toEqual(['Saved']);
  });
});
