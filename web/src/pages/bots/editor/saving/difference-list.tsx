import Box from '@cloudscape-design/components/box';
import type { Difference } from '../document/differences.ts';

type Props = {
  differences: readonly Difference[];
  /** The name of the compared version. */
  comparedName: string;
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

const howText = ({ kind, by }: Difference, comparedName: string): string => {
  if (by) return changeTexts[kind][by];
  return kind === 'only in theirs' ? `only in ${comparedName}` : kind;
};

/** The nodes in which two graphs behave differently. */
export const DifferenceList = ({ differences, comparedName }: Props) => {
  if (differences.length === 0) return <Box>Both graphs are the same.</Box>;
  return (
    <div>
      <Box variant="awsui-key-label">Nodes that differ</Box>
      <ul>
        {differences.slice(0, maxShown).map((difference) => (
          <li key={`${difference.kind} ${difference.name}`}>
            {difference.name}: {howText(difference, comparedName)}
          </li>
        ))}
        {differences.length > maxShown && <li>and {differences.length - maxShown} more</li>}
      </ul>
    </div>
  );
};
