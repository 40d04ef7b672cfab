import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Loading } from '#web/components/loading.tsx';
import { SignIn } from './sign-in.tsx';

/** A path of this console; anything else leads to the root. */
const nextPath = (wanted: string | null): string =>
  wanted?.startsWith('/') && !wanted.startsWith('/log') ? wanted : '/';

const GoOn = () => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const next = nextPath(params.get('next'));
  useEffect(() => {
    queries.clear();
    void navigate(next, { replace: true });
  }, [navigate, next, queries]);
  return <Loading text="Signing in" />;
};

/** Asks who somebody is, then leads to where they wanted to go. */
export const LoginPage = () => {
  useEffect(() => {
    document.title = 'Sign in | Cloudwarden';
  }, []);
  return (
    <SignIn>
      <GoOn />
    </SignIn>
  );
};
