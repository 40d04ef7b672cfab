import Alert from '@cloudscape-design/components/alert';
import LiveRegion from '@cloudscape-design/components/live-region';
import Spinner from '@cloudscape-design/components/spinner';
import type { RoleImpact } from '#lib/domain/roles/role.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import type { ApiError } from '#web/api/api-error.ts';

type Changes = RoleImpact['gains'];

/** The most names listed in a sentence. */
const maxNames = 8;

const listNames = (list: readonly string[]): string => {
  const moreCount = list.length - maxNames;
  if (moreCount > 1) return `${list.slice(0, maxNames).join(', ')} and ${moreCount} more`;
  return new Intl.ListFormat('en').format(list);
};

/**
 * One sentence per number of users: permissions that affect the same number are listed together.
 */
const sentences = (changes: Changes, one: string, several: string): string[] =>
  [...Map.groupBy(changes, ({ users }) => users)]
    .sort(([a], [b]) => b - a)
    .map(([users, list]) => {
      const permissionNames = listNames(list.map(({ permission }) => permission));
      return `${formatCount(users, 'user')} ${users === 1 ? one : several} ${permissionNames}.`;
    });

/** The effects of a role's change on its users, in sentences, losses first. */
export const impactLines = ({ users, gains, loses }: RoleImpact): string[] => {
  if (users === 0) return ['Nobody has this role, so no permissions change.'];
  const lines = [...sentences(loses, 'loses', 'lose'), ...sentences(gains, 'gains', 'gain')];
  if (lines.length > 0) return lines;
  const subject = users === 1 ? 'The 1 user who holds' : `The ${users} users who hold`;
  return [`${subject} this role can do the same as before.`];
};

export const ImpactLines = ({ impact }: { impact: RoleImpact }) => (
  <>
    {impactLines(impact).map((line) => (
      <div key={line}>{line}</div>
    ))}
  </>
);

type Props = { impact: RoleImpact | undefined; error: ApiError | null; isOld: boolean };

/** Shown before saving: who would gain or lose which permissions. */
export const ImpactBox = ({ impact, error, isOld }: Props) => {
  const isLoss = impact !== undefined && impact.loses.length > 0;
  return (
    <Alert type={isLoss || error ? 'warning' : 'info'} header="If you save">
      <LiveRegion>
        {error && `The effect on users could not be determined: ${error.message}`}
        {!error && isOld && (
          <>
            <Spinner /> Determining the effect on users
          </>
        )}
        {!error && !isOld && impact && <ImpactLines impact={impact} />}
      </LiveRegion>
    </Alert>
  );
};
