import '#web/components/user-input/user-input.css';
import Badge from '@cloudscape-design/components/badge';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCurrentUser } from '#web/app/session.ts';

/** Who may fill a form in; the signed-in person is marked (spec 2 section 2.7). */
export const Authorizers = ({ names }: { names: readonly string[] }) => {
  const { data: me } = useCurrentUser();
  if (names.length === 0) return <>No authorizers</>;
  return (
    <SpaceBetween size="xxs">
      {names.map((name) => (
        <div key={name} className="input-person">
          {name}
          {name === me?._id && (
            <>
              {' '}
              <Badge color="blue">You</Badge>
            </>
          )}
        </div>
      ))}
    </SpaceBetween>
  );
};
