import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod';
import { pathTo } from '#lib/pages.ts';
import { flash } from '#web/app/flash.tsx';
import type { Failure } from './refusals.ts';

const failureState = z.object({ failure: z.object({ header: z.string(), content: z.string() }) });

/**
 * Goes to the list of roles and shows the failure there: a message here would disappear with the
 * page.
 */
export const useLeaveWithFailure = (): ((failure: Failure) => void) => {
  const navigate = useNavigate();
  return useCallback(
    ({ header, content }) =>
      void navigate(pathTo('roles'), { replace: true, state: { failure: { header, content } } }),
    [navigate],
  );
};

/** Shows, once, the failure that led back to the list of roles. */
export const useRedirectFailure = (): void => {
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { data } = failureState.safeParse(state);
    if (!data) return;
    const { header, content } = data.failure;
    flash.error(header, { id: 'role-failure', content });
    void navigate(pathTo('roles'), { replace: true, state: null });
  }, [state, navigate]);
};

/** The end of an edit: a success message, or a failure because the role no longer exists. */
export type EditResult = { message: string } | { failure: Failure };

/** Goes to the list of roles once nothing is unsaved, and shows the result there. */
export const useLeaveAfterEdit = (ending: EditResult | undefined): void => {
  const navigate = useNavigate();
  const failHome = useLeaveWithFailure();
  useEffect(() => {
    if (!ending) return;
    if ('failure' in ending) {
      failHome(ending.failure);
      return;
    }
    void navigate(pathTo('roles'));
    flash.success(ending.message);
  }, [ending, navigate, failHome]);
};
