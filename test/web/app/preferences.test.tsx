import { act, renderHook } from '@testing-library/react';
import * as z from 'zod';
import { ownPreferences, usePreference } from '#web/app/preferences.ts';

const size = z.number();
const sizeOf = () => renderHook(() => usePreference('size', size, 10)).result;

describe('a preference', () => {
  beforeEach(() => localStorage.clear());

  it('is the fallback until it is set, and seen by every reader then', () => {
    const one = sizeOf();
    const other = sizeOf();
    expect(one.current[0]).toBe(10);
    act(() => one.current[1](50));
    expect(other.current[0]).toBe(50);
  });

  it('is kept for each user', () => {
    ownPreferences('ann@example.com');
    const mine = sizeOf();
    act(() => mine.current[1](20));
    act(() => ownPreferences('bob@example.com'));
    expect(mine.current[0]).toBe(10);
    act(() => ownPreferences('ann@example.com'));
    expect(mine.current[0]).toBe(20);
  });

  it.each(['nonsense', '"text"', 'null'])('is the fallback where %s is stored', (stored) => {
    localStorage.setItem('cloudwarden::size', stored);
    expect(sizeOf().current[0]).toBe(10);
  });
});
