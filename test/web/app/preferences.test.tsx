import { act, renderHook } from '@testing-library/react';
import * as z from 'zod';
import { setPreferencesOwner, usePreference } from '#web/app/preferences.ts';

const size = z.number();
const sizeOf = () => renderHook(() => usePreference('size', size, 10)).result;

describe('a preference', () => {
  beforeEach(() => {
    localStorage.clear();
    setPreferencesOwner('');
  });

  it('has the default until it is set and then updates every reader', () => {
    const one = sizeOf();
    const other = sizeOf();
    expect(one.current[0]).toBe(10);
    act(() => one.current[1](50));
    expect(other.current[0]).toBe(50);
  });

  it('is stored for each user', () => {
    setPreferencesOwner('ann@example.com');
    const mine = sizeOf();
    act(() => mine.current[1](20));
    act(() => setPreferencesOwner('bob@example.com'));
    expect(mine.current[0]).toBe(10);
    act(() => setPreferencesOwner('ann@example.com'));
    expect(mine.current[0]).toBe(20);
  });

  it('stays with its user when another user signs in in another tab', () => {
    setPreferencesOwner('ann@example.com');
    const mine = sizeOf();
    localStorage.setItem('cloudwarden:user', 'bob@example.com');
    act(() => mine.current[1](30));
    expect(localStorage.getItem('cloudwarden:ann@example.com:size')).toBe('30');
    expect(localStorage.getItem('cloudwarden:bob@example.com:size')).toBeNull();
  });

  it('applies in this tab when the browser cannot store preferences', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    const mine = sizeOf();
    act(() => mine.current[1](40));
    full.mockRestore();
    expect([mine.current[0], localStorage.getItem('cloudwarden::size')]).toEqual([40, null]);
    act(() => mine.current[1](10));
    expect(localStorage.getItem('cloudwarden::size')).toBe('10');
  });

  it.each(['nonsense', '"text"', 'null'])('has the default when %s is stored', (stored) => {
    localStorage.setItem('cloudwarden::size', stored);
    expect(sizeOf().current[0]).toBe(10);
  });
});
