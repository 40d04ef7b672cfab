import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from './disabled-by.ts';
import { LinkButton } from './link.tsx';

type Props = {
  /** The call that creates: who may not make it reads why. */
  call: Parameters<typeof useRefusal>[0];
  to: string;
  variant?: 'primary' | undefined;
  children: string;
};

/** A list's way to the page that creates one of its things. */
export const CreateLink = ({ call, to, variant, children }: Props) => {
  const refusal = useRefusal(call);
  return (
    <LinkButton to={to} variant={variant ?? 'normal'} {...disabledBy(refusal)}>
      {children}
    </LinkButton>
  );
};
