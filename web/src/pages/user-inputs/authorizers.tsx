import '#web/components/user-inputs/user-input.css';
import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCurrentUser } from '#web/app/session.ts';

/** The people who may fill in a form; the signed-in user is marked. */
export const Authorizers = ({ names }: { names: readonly string[] }) => {
  const { data: me } = useCurrentUser();
  if (names.length === 0) {
    return (
      <div className="input-person">
        No authorizers
        <Box color="text-body-secondary" fontSize="body-s">
          Everybody who may answer user inputs
        </Box>
      </div>
    );
  }
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
