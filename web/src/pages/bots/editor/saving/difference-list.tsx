import Box from '@cloudscape-design/components/box';
import type { Difference } from '../document/differences.ts';

type Props = {
  differences: readonly Difference[];
  /** The name of the compared version. */
  theirs: string;
};

const maxShown = 10;

const changeTexts = {
  changed: { you: 'changed by you', them: 'changed by them', both: 'changed by both' },
  'only in yours': {
    you: 'added by you',
    them: 'deleted by them',
    both: 'deleted by them, changed by you',
  },
  'only in theirs': {
    you: 'deleted by you',
    them: 'added by them',
    both: 'deleted by you, changed by them',
  },
} as const;

const howText = ({ how, by }: Difference, theirs: string): string => {
  if (by) return changeTexts[how][by];
  return how === 'only in theirs' ? `only in ${theirs}` : how;
};

/** The nodes in which two graphs behave differently. */
export const DifferenceList = ({ differences, theirs }: Props) => {
  if (differences.length === 0) return <Box>Both graphs are the same.</Box>;
  return (
    <div>
      <Box variant="awsui-key-label">Nodes that differ</Box>
      <ul>
        {differences.slice(0, maxShown).map((difference) => (
          <li key={`${difference.how} ${difference.name}`}>
            {difference.name}: {howText(difference, theirs)}
          </li>
        ))}
        {differences.length > maxShown && <li>and {differences.length - maxShown} more</li>}
      </ul>
    </div>
  );
};
