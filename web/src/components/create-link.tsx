import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from './disabled-by.ts';
import { LinkButton } from './link.tsx';

type Props = {
  /** The call that creates the item: users who may not make it can read why. */
  call: Parameters<typeof useRefusal>[0];
  to: string;
  variant?: 'primary' | undefined;
  children: string;
};

/** The link from a list to the page that creates an item. */
export const CreateLink = ({ call, to, variant, children }: Props) => {
  const refusal = useRefusal(call);
  return (
    <LinkButton to={to} variant={variant ?? 'normal'} {...disabledBy(refusal)}>
      {children}
    </LinkButton>
  );
};
